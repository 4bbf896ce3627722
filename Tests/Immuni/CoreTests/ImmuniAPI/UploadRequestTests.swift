import ExposurePrimitives
import GAENCore
import Testing
import WireFormat

@testable import ImmuniAPI

@Suite("Validating uploads")
struct UploadRequestTests {
    /// 2020-09-13T12:26:40Z.
    private static let now = UnixTime(1_600_000_000)
    private static let today = now.utcDay
    private static let noSkew = ClockSkew(seconds: 0)

    private func parse(_ value: JSONValue, skew: ClockSkew = noSkew) throws(APIError) -> UploadRequest {
        try UploadRequest(parsing: value.encoded, now: Self.now, today: Self.today, skew: skew)
    }

    private func isAccepted(_ value: JSONValue, skew: ClockSkew = noSkew) -> Bool {
        do {
            _ = try parse(value, skew: skew)
            return true
        } catch {
            #expect(error == .notCompliant)
            return false
        }
    }

    /// The start of the UTC day `daysAgo` as an interval number.
    private static func start(daysAgo: Int) -> Int {
        Int(IntervalNumber(clamping: now).startOfDay.rawValue) - daysAgo * 144
    }

    private static func key(_ number: Int, start: Int? = nil, period: JSONValue? = 144) -> JSONValue {
        let bytes = [UInt8(number)] + [UInt8](repeating: 9, count: 15)
        let start = JSONValue.integer(start ?? UploadRequestTests.start(daysAgo: number + 1))
        let key: JSONValue = ["key_data": .string(Base64.encode(bytes)), "rolling_start_number": start]
        return changed(key, "rolling_period", period)
    }

    private static func upload(
        province: JSONValue = "RM",
        keys: [JSONValue] = [key(0)],
        summaries: JSONValue = [],
        more: [JSONValue.Member] = []
    ) -> JSONValue {
        .object(
            [
                .init(name: "province", value: province), .init(name: "teks", value: .array(keys)),
                .init(name: "exposure_detection_summaries", value: summaries),
            ] + more
        )
    }

    private static func summary(_ name: String? = nil, _ value: JSONValue? = nil) -> JSONValue {
        changed(
            [
                "date": .string("\(today)"), "matched_key_count": 1, "days_since_last_exposure": 1,
                "attenuation_durations": [300, 0, 0], "maximum_risk_score": 4,
                "exposure_info": [info()],
            ],
            name,
            value
        )
    }

    private static func info(_ name: String? = nil, _ value: JSONValue? = nil) -> JSONValue {
        changed(
            [
                "date": .string("\(today)"), "duration": 5, "attenuation_value": 45,
                "attenuation_durations": [300, 0, 0], "transmission_risk_level": 1, "total_risk_score": 4,
            ],
            name,
            value
        )
    }

    /// `object` with the member `name` replaced by `value`, or removed if the value is nil.
    private static func changed(_ object: JSONValue, _ name: String?, _ value: JSONValue?) -> JSONValue {
        guard let name, case .object(let members) = object else {
            return object
        }
        return .object(members.filter { $0.name != name } + (value.map { [.init(name: name, value: $0)] } ?? []))
    }

    @Test("a complete upload is read")
    func whole() throws {
        let request = try parse(
            Self.upload(
                keys: [Self.key(0), Self.key(1, period: 100)],
                summaries: [Self.summary()],
                more: [.init(name: "padding", value: "aZ09")]
            )
        )
        #expect(request.province.code == "RM")
        #expect(request.keys.map(\.rollingPeriod) == [144, 100])
        #expect(request.epidemiologicalInfo.summaries.first?.exposureInfo.first?.attenuationValue == 45)
        #expect(try parse(JSONValue(parsing: request.exposedBody(padding: "x"))).keys == request.keys)
    }

    @Test("padding, infos and the rolling period may be absent, other members may not")
    func absentMembers() {
        #expect(isAccepted(Self.upload(keys: [Self.key(0, period: nil)])))
        #expect(isAccepted(Self.upload(summaries: [Self.summary("exposure_info", nil)])))
        for name in ["province", "teks", "exposure_detection_summaries"] {
            #expect(!isAccepted(Self.changed(Self.upload(), name, nil)), "\(name)")
        }
        for name in [
            "date", "matched_key_count", "days_since_last_exposure", "attenuation_durations", "maximum_risk_score",
        ] {
            #expect(!isAccepted(Self.upload(summaries: [Self.summary(name, nil)])), "\(name)")
        }
        for name in [
            "date", "duration", "attenuation_value", "attenuation_durations", "transmission_risk_level",
            "total_risk_score",
        ] {
            let summary = Self.summary("exposure_info", [Self.info(name, nil)])
            #expect(!isAccepted(Self.upload(summaries: [summary])), "\(name)")
        }
    }

    @Test("unknown members are refused at every level")
    func unknownMembers() {
        let stranger = [JSONValue.Member(name: "stranger", value: 1)]
        #expect(!isAccepted(Self.upload(more: stranger)))
        #expect(!isAccepted(Self.upload(keys: [Self.changed(Self.key(0), "stranger", 1)])))
        #expect(!isAccepted(Self.upload(summaries: [Self.summary("stranger", 1)])))
        #expect(!isAccepted(Self.upload(summaries: [Self.summary("exposure_info", [Self.info("stranger", 1)])])))
    }

    @Test("numbers have limits on both sides")
    func numberLimits() {
        for (name, range) in [
            ("matched_key_count", 0...65_535), ("days_since_last_exposure", 0...14), ("maximum_risk_score", 0...4096),
        ] {
            for (value, isInside) in Self.edges(of: range) {
                #expect(isAccepted(Self.upload(summaries: [Self.summary(name, value)])) == isInside, "\(name) \(value)")
            }
        }
        for (name, range) in [
            ("duration", 0...1800), ("attenuation_value", 0...255), ("transmission_risk_level", 0...8),
            ("total_risk_score", 0...4096),
        ] {
            for (value, isInside) in Self.edges(of: range) {
                let summary = Self.summary("exposure_info", [Self.info(name, value)])
                #expect(isAccepted(Self.upload(summaries: [summary])) == isInside, "\(name) \(value)")
            }
        }
        for (value, isInside) in Self.edges(of: 0...1800) {
            let durations: JSONValue = [value, 0, 0]
            #expect(isAccepted(Self.upload(summaries: [Self.summary("attenuation_durations", durations)])) == isInside)
        }
    }

    private static func edges(of range: ClosedRange<Int>) -> [(JSONValue, Bool)] {
        [
            (.integer(range.lowerBound - 1), false), (.integer(range.lowerBound), true),
            (.integer(range.upperBound), true), (.integer(range.upperBound + 1), false),
            (.string("\(range.upperBound)"), false), (.number("1.0"), false), (true, false), (.null, false),
        ]
    }

    @Test("there are three or four attenuation durations")
    func attenuationRanges() {
        for (count, isInside) in [(2, false), (3, true), (4, true), (5, false)] {
            let durations = JSONValue.array(Array(repeating: 0, count: count))
            #expect(isAccepted(Self.upload(summaries: [Self.summary("attenuation_durations", durations)])) == isInside)
        }
    }

    @Test("dates reach from fifteen days ago to today")
    func dates() {
        for (daysAgo, isInside) in [(-1, false), (0, true), (15, true), (16, false)] {
            let date = JSONValue.string("\(Self.today.advanced(byDays: -daysAgo))")
            #expect(isAccepted(Self.upload(summaries: [Self.summary("date", date)])) == isInside, "\(daysAgo)")
            let summary = Self.summary("exposure_info", [Self.info("date", date)])
            #expect(isAccepted(Self.upload(summaries: [summary])) == isInside, "\(daysAgo)")
        }
        #expect(!isAccepted(Self.upload(summaries: [Self.summary("date", "2020-9-13")])))
    }

    @Test("lists have limits on both sides")
    func listLimits() {
        func keys(_ count: Int) -> [JSONValue] {
            (0..<count).map { Self.key($0, start: Self.start(daysAgo: 1) - $0, period: 1) }
        }
        #expect(isAccepted(Self.upload(keys: [])))
        #expect(isAccepted(Self.upload(keys: keys(30))))
        #expect(!isAccepted(Self.upload(keys: keys(31))))

        let bare = Self.summary("exposure_info", [])
        #expect(isAccepted(Self.upload(summaries: .array(Array(repeating: bare, count: 84)))))
        #expect(!isAccepted(Self.upload(summaries: .array(Array(repeating: bare, count: 85)))))

        func infos(_ counts: Int...) -> JSONValue {
            .array(counts.map { Self.summary("exposure_info", .array(Array(repeating: Self.info(), count: $0))) })
        }
        #expect(isAccepted(Self.upload(summaries: infos(600))))
        #expect(isAccepted(Self.upload(summaries: infos(300, 300))))
        #expect(!isAccepted(Self.upload(summaries: infos(601))))
        #expect(!isAccepted(Self.upload(summaries: infos(300, 301))))

        func countries(_ value: JSONValue) -> JSONValue {
            Self.upload(more: [.init(name: "countries_of_interest", value: value)])
        }
        #expect(isAccepted(countries(.null)))
        #expect(isAccepted(countries(.array(Array(repeating: "DE", count: 27)))))
        #expect(!isAccepted(countries(.array(Array(repeating: "DE", count: 28)))))
        #expect(!isAccepted(countries(["de"])))
    }

    @Test("padding has an alphabet and a maximum length")
    func padding() {
        func padded(_ text: String) -> JSONValue {
            Self.upload(more: [.init(name: "padding", value: .string(text))])
        }
        #expect(isAccepted(padded("")))
        #expect(isAccepted(padded(String(repeating: "z", count: 150_000))))
        #expect(!isAccepted(padded(String(repeating: "z", count: 150_001))))
        #expect(!isAccepted(padded("a-b")))
        #expect(!isAccepted(padded("é")))
    }

    @Test("a province is two capital letters; one outside the table counts as unknown")
    func provinces() throws {
        for code in ["RM", "EX", "XX"] {
            #expect(isAccepted(Self.upload(province: .string(code))))
        }
        for code: JSONValue in ["rm", "R", "RMA", "R1", "", 12, "RM\n"] {
            #expect(!isAccepted(Self.upload(province: code)))
        }
        #expect(Province.knownCodes.count == 108)
        #expect(try #require(Province(code: "RM")).isKnown)
        #expect(try #require(Province(code: "XX")).isKnown == false)
    }

    @Test("key data is base64 of sixteen bytes, without duplicates")
    func keyData() {
        func keyed(_ text: JSONValue) -> JSONValue {
            Self.upload(keys: [Self.changed(Self.key(0), "key_data", text)])
        }
        for (count, isInside) in [(15, false), (16, true), (17, false), (0, false)] {
            #expect(isAccepted(keyed(.string(Base64.encode([UInt8](repeating: 1, count: count))))) == isInside)
        }
        for text: JSONValue in ["*", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB==", 1, .null] {
            #expect(!isAccepted(keyed(text)))
        }
        #expect(!isAccepted(Self.upload(keys: [Self.key(0), Self.key(0, start: Self.start(daysAgo: 3))])))
    }

    @Test("rolling periods are from 1 to 144, and starts have 32 bits")
    func windows() {
        for (period, isInside) in [(0, false), (1, true), (144, true), (145, false)] {
            #expect(isAccepted(Self.upload(keys: [Self.key(0, period: .integer(period))])) == isInside)
        }
        for (start, isInside) in [(-1, false), (0, true), (4_294_967_296, false)] {
            #expect(isAccepted(Self.upload(keys: [Self.key(0, start: start)])) == isInside)
        }
        #expect(isAccepted(Self.upload(keys: [Self.changed(Self.key(0), "transmission_risk_level", 8)])))
        #expect(!isAccepted(Self.upload(keys: [Self.changed(Self.key(0), "transmission_risk_level", 9)])))
    }

    @Test("windows may touch but not overlap, and need not be aligned")
    func overlaps() {
        let start = Self.start(daysAgo: 5) + 17
        #expect(isAccepted(Self.upload(keys: [Self.key(0, start: start), Self.key(1, start: start + 144)])))
        #expect(!isAccepted(Self.upload(keys: [Self.key(0, start: start), Self.key(1, start: start + 143)])))
        #expect(!isAccepted(Self.upload(keys: [Self.key(0, start: start), Self.key(1, start: start)])))
    }

    @Test("a key may start up to two hours after now, by the server's clock")
    func future() {
        let latest = Int(IntervalNumber(clamping: Self.now.advanced(bySeconds: 7200)).rawValue)
        #expect(isAccepted(Self.upload(keys: [Self.key(0, start: latest)])))
        #expect(!isAccepted(Self.upload(keys: [Self.key(0, start: latest + 1)])))
        // A phone one day ahead names tomorrow's interval today.
        let ahead = ClockSkew(seconds: -86_400)
        #expect(isAccepted(Self.upload(keys: [Self.key(0, start: latest + 144)]), skew: ahead))
        #expect(!isAccepted(Self.upload(keys: [Self.key(0, start: latest + 145)]), skew: ahead))
    }

    @Test("the phone's clock is an integer at most seven days from the server's")
    func clientClock() {
        let week: Int64 = 7 * 86_400
        for (clock, isInside) in [
            ("\(Self.now.seconds)", true), ("\(Self.now.seconds - week)", true), ("\(Self.now.seconds + week)", true),
            ("\(Self.now.seconds - week - 1)", false), ("\(Self.now.seconds + week + 1)", false), ("", false),
            ("-5", false), ("1.5", false), ("x", false), ("99999999999999999999", false), (" 1", false),
        ] {
            #expect((ClockSkew(clientClock: clock, now: Self.now) != nil) == isInside, "\(clock)")
        }
        #expect(ClockSkew(clientClock: nil, now: Self.now) == nil)
    }

    @Test("check-otp accepts padding and nothing else")
    func checkOTP() {
        func isAccepted(_ text: String) -> Bool { (try? CheckOTPRequest(parsing: Array(text.utf8))) != nil }
        #expect(isAccepted("{}") && isAccepted(#"{"padding":"aZ9"}"#))
        for text in ["", "[]", "null", #"{"padding":1}"#, #"{"padding":"-"}"#, #"{"x":1}"#, "{} {}"] {
            #expect(!isAccepted(text), "\(text)")
        }
    }

    @Test("an authorisation has a code and an onset within 180 days")
    func authorisation() {
        func isAccepted(_ value: JSONValue) -> Bool {
            (try? OTPAuthorisation(parsing: value.encoded, today: Self.today)) != nil
        }
        func body(_ day: CalendarDay) -> JSONValue {
            ["otp": "9K2RAY8UUQ", "symptoms_started_on": .string("\(day)")]
        }
        for (daysAgo, isInside) in [(-1, false), (0, true), (180, true), (181, false)] {
            #expect(isAccepted(body(Self.today.advanced(byDays: -daysAgo))) == isInside)
        }
        #expect(!isAccepted(["otp": "9K2RAY8UUQ"]))
        #expect(!isAccepted(["symptoms_started_on": .string("\(Self.today)")]))
        #expect(!isAccepted(Self.changed(body(Self.today), "otp", "9K2RAY8UUJ")))
        #expect(!isAccepted(Self.changed(body(Self.today), "otp", .string(String(repeating: "ab", count: 32)))))
        #expect(!isAccepted(Self.changed(body(Self.today), "id_test_verification", "x")))
    }

    @Test("the settings query has one platform and one build")
    func settingsQuery() {
        func isAccepted(_ pairs: (String, String)...) -> Bool {
            (try? SettingsRequest(query: pairs.map { (name: $0.0, value: $0.1) })) != nil
        }
        for (build, isInside) in [
            ("0", false), ("1", true), ("2600000", true), ("2147483647", true), ("2147483648", false), ("", false),
            (" 1", false), ("1.0", false), ("-1", false), ("+1", false),
        ] {
            #expect(isAccepted(("platform", "ios"), ("build", build)) == isInside, "\(build)")
        }
        #expect(isAccepted(("build", "1"), ("platform", "android")))
        #expect(!isAccepted(("platform", "IOS"), ("build", "1")))
        #expect(!isAccepted(("platform", "ios")))
        #expect(!isAccepted(("platform", "ios"), ("build", "1"), ("x", "1")))
        #expect(!isAccepted(("platform", "ios"), ("platform", "ios"), ("build", "1")))
        #expect((try? SettingsRequest(query: nil)) == nil)
    }

    @Test("an index is read as written")
    func index() throws {
        let index = try #require(ChunkIndex(oldest: 3, newest: 9))
        #expect(String(decoding: index.body, as: UTF8.self) == #"{"oldest":3,"newest":9}"#)
        #expect(try ChunkIndex(parsing: index.body) == index)
        for text in [#"{"oldest":3}"#, #"{"oldest":0,"newest":1}"#, #"{"oldest":2,"newest":1}"#, "[]", ""] {
            #expect(throws: JSONError.self) { try ChunkIndex(parsing: Array(text.utf8)) }
        }
    }
}
