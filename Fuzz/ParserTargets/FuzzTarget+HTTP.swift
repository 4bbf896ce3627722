import ExposurePrimitives
import WireFormat

extension FuzzTarget {
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
                let decoded = PercentCoding.decode(PercentCoding.encode(text)[...])
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
