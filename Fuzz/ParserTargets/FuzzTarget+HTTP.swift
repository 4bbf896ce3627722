import ExposurePrimitives
import ImmuniAPI
import Localisation
import WireFormat

extension FuzzTarget {
    /// Values of single fields of a request's head.
    static let headers = FuzzTarget(
        "headers",
        maxSize: 1024,
        words: ["Bearer ", "bearer ", "de-AT;q=0.8,", "*;q=0", "1790000000"],
        seeds: {
            [
                "Bearer " + String(repeating: "0f", count: 32), "bearer " + String(repeating: "0f", count: 64),
                "1790000100", "de-AT, en;q=0.8, *;q=0.001", "1",
            ].map { Array($0.utf8) }
        },
        check: { bytes in
            let value = bytes.text
            let upload = UploadToken(authorization: value)?.exposedAuthorization
            let analytics = AnalyticsToken(authorization: value)?.exposedAuthorization
            for written in [upload, analytics].compactMap(\.self) {
                try require(written.lowercased() == value.lowercased(), "a token reads back otherwise")
            }
            let skew = ClockSkew(clientClock: value, now: FuzzMoment.now)
            if let skew {
                try require(skew.seconds.magnitude <= ClockSkew.max, "a clock is further off than allowed")
                _ = skew.corrected(UnixTime(.max))
            }
            _ = Language(acceptLanguage: value)
            return upload != nil || analytics != nil || skew != nil || DummyFlag(rawValue: value) != nil
                || Language(matching: value) != nil
        }
    )

    /// Targets of requests, forms, cookies and entity tags; the first byte chooses.
    static let http = FuzzTarget(
        "http",
        maxSize: 4096,
        words: ["%C3%A9", "%2F", "%", "&", "=", "+", "?", "http://", "W/\"", "a=1;", "; a=", "*", "a="],
        seeds: {
            let seeds: [(UInt8, String)] = [
                (0, "/v1/settings?platform=ios&build=7&a=%C3%A9"), (0, "http://host:80/v1/keys/7?b"),
                (1, "a=1+2&b=%C3%A9&c"),
                (2, "b=2; a=1;c=3"), (2, "a=1; a=2"), (3, #"W/"a", "b" , *"#), (4, "é a%/?"),
            ]
            return seeds.map { [$0] + Array($1.utf8) }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 5) else {
                return false
            }
            switch choice {
            case 0: return try checkTarget(rest.text)
            case 1: return try checkForm(rest)
            case 2: return try checkCookie(rest.text)
            case 3: return EntityTag("a").isNamed(by: rest.text)
            default:
                let text = rest.text
                let decoded = PercentCoding.decode(PercentCoding.encode(text))
                try require(decoded.map { $0.utf8.elementsEqual(text.utf8) } == true, "percent-coding loses something")
                return true
            }
        }
    )

    private static func checkTarget(_ text: String) throws -> Bool {
        let target = RequestTarget(text)
        try require(!target.path.utf8.contains(UInt8(ascii: "?")), "a path has a question mark")
        _ = PercentCoding.decode(target.path)
        guard let pairs = target.queryPairs else {
            return false
        }
        let written = pairs.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
        let again = RequestTarget("/?" + written.joined(separator: "&")).queryPairs ?? []
        let isSame = pairs.count == again.count && zip(pairs, again).allSatisfy { $0 == $1 }
        try require(isSame, "a query reads back otherwise")
        _ = try? SettingsRequest(query: pairs)
        return true
    }

    private static func checkForm(_ body: [UInt8]) throws -> Bool {
        guard let fields = FormFields(parsing: body) else {
            return false
        }
        let value = fields["a"]
        let again = FormFields(parsing: Array("a=\(PercentCoding.encode(value))".utf8))
        try require(again?["a"] == value, "a field reads back otherwise")
        return true
    }

    private static func checkCookie(_ header: String) throws -> Bool {
        guard let value = CookieHeader.value(of: "a", in: [header]) else {
            return false
        }
        try require(!value.utf8.contains(UInt8(ascii: ";")), "a cookie has a semicolon")
        try require(
            CookieHeader.value(of: "a", in: [header, header]) == nil,
            "a cookie that is there twice is believed"
        )
        return true
    }
}
