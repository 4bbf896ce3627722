import CoronaWarnAPI
import ExposurePrimitives
import GAENCore
import Testing

@Suite("Bodies of uploads")
struct SubmissionPayloadTests {
    /// 2020-09-13T12:26:40Z.
    private static let now = UnixTime(1_600_000_000)
    private static let day = IntervalNumber(clamping: now).startOfDay
    private static let rules = makeRules()

    private static func makeRules(maxKeyCount: Int = 14) -> UploadRules {
        let countries = ["DE", "IT"].compactMap { RegionCode($0) }
        return UploadRules(maxKeyCount: maxKeyCount, country: countries[0], supportedCountries: Set(countries))
    }

    /// A message from another writer: one that knows nothing of ours.
    private struct Message {
        var bytes: [UInt8] = []

        mutating func number(_ field: UInt64, _ value: UInt64) {
            varint(field << 3)
            varint(value)
        }

        mutating func text(_ field: UInt64, _ content: [UInt8]) {
            varint(field << 3 | 2)
            varint(UInt64(content.count))
            bytes += content
        }

        private mutating func varint(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
    }

    /// A key of the message; a nil leaves a field out.
    private struct Key {
        var data: [UInt8]? = [UInt8](repeating: 7, count: 16)
        var level: Int? = 5
        var start: Int? = Int(day.rawValue) - 144
        var period: Int?
        var onset: Int?

        var bytes: [UInt8] {
            var message = Message()
            if let data { message.text(1, data) }
            if let level { message.number(2, UInt64(bitPattern: Int64(level))) }
            if let start { message.number(3, UInt64(bitPattern: Int64(start))) }
            if let period { message.number(4, UInt64(bitPattern: Int64(period))) }
            if let onset { message.number(6, UInt64(onset < 0 ? -2 * onset - 1 : 2 * onset)) }
            return message.bytes
        }
    }

    private static func body(_ keys: [Key], _ more: (inout Message) -> Void = { _ in }) -> [UInt8] {
        var message = Message()
        for key in keys {
            message.text(1, key.bytes)
        }
        more(&message)
        return message.bytes
    }

    private func parse(_ body: [UInt8], rules: UploadRules = rules) throws(CoronaWarnError) -> SubmissionPayload {
        try SubmissionPayload(parsing: body, rules: rules)
    }

    private func isAccepted(_ key: Key) -> Bool { (try? parse(Self.body([key]))) != nil }

    @Test("numbers of keys up to the limit are accepted")
    func keyCounts() {
        for (limit, highest) in [(14, 14), (7, 7), (100, 100), (6, 7), (101, 100)] {
            let rules = Self.makeRules(maxKeyCount: limit)
            for (count, isAccepted) in [(0, false), (1, true), (highest, true), (highest + 1, false)] {
                let keys = (0..<count).map { Key(data: [UInt8(clamping: $0)] + [UInt8](repeating: 1, count: 15)) }
                #expect(((try? parse(Self.body(keys), rules: rules)) != nil) == isAccepted, "\(count) of \(limit)")
            }
        }
    }

    @Test("a key's window starts at midnight UTC, not before 1970, and has 1 to 144 intervals")
    func windows() {
        let midnight = Int(Self.day.rawValue)
        for (start, isRight) in [
            (midnight, true), (midnight - 144, true), (midnight - 1, false), (midnight + 1, false),
            (midnight + 72, false), (144, true), (0, false), (-144, false), (-1, false), (2_147_483_520, true),
        ] {
            #expect(isAccepted(Key(start: start)) == isRight, "\(start)")
        }
        #expect(!isAccepted(Key(start: nil)))
        for (period, isRight) in [(0, false), (1, true), (144, true), (145, false), (-1, false), (Int.max, false)] {
            #expect(isAccepted(Key(period: period)) == isRight, "\(period)")
        }
        #expect(isAccepted(Key(period: nil)))
    }

    @Test("levels are 1 to 8, onset codes −15 to 4000, and one of the two is there")
    func levels() {
        for (level, isRight) in [(0, false), (1, true), (8, true), (9, false), (-1, false), (12, false)] {
            #expect(isAccepted(Key(level: level)) == isRight, "\(level)")
        }
        for (onset, isRight) in [
            (-16, false), (-15, true), (-9, true), (0, true), (3986, true), (4000, true), (4001, false), (-100, false),
        ] {
            #expect(isAccepted(Key(level: nil, onset: onset)) == isRight, "\(onset)")
            #expect(isAccepted(Key(level: 3, onset: onset)) == isRight, "\(onset)")
        }
        #expect(!isAccepted(Key(level: nil)))
    }

    @Test("a key has sixteen bytes")
    func keyData() {
        for count in [0, 15, 16, 17] {
            #expect(isAccepted(Key(data: [UInt8](repeating: 1, count: count))) == (count == 16))
        }
        #expect(!isAccepted(Key(data: nil)))
    }

    @Test("the origin is the server's country or missing, and visited countries are supported ones")
    func countries() throws {
        for (origin, isRight) in [("", true), ("  ", true), ("DE", true), ("IT", false), ("de", false)] {
            let body = Self.body([Key()]) { $0.text(4, Array(origin.utf8)) }
            #expect(((try? parse(body)) != nil) == isRight, "\(origin)")
        }
        for (countries, isRight) in [
            ([], true), (["IT"], true), (["DE", "IT"], true), (["DE", "XX"], false), ([""], false),
        ] {
            let body = Self.body([Key()]) { message in countries.forEach { message.text(3, Array($0.utf8)) } }
            let payload = try? parse(body)
            #expect((payload != nil) == isRight, "\(countries)")
            if let payload {
                #expect(Set(Self.rules.countries(of: payload).map(\.text)) == Set(countries + ["DE"]))
            }
        }
    }

    @Test("PCR and rapid tests are accepted, other types are not, and check-ins are skipped")
    func types() throws {
        #expect(try parse(Self.body([Key()])).source == .pcr)
        #expect(try parse(Self.body([Key()]) { $0.number(7, 1) }).source == .rapid)
        for type in 2...9 {
            let body = Self.body([Key()]) { $0.number(7, UInt64(type)) }
            #expect(throws: CoronaWarnError.notCompliant) { try parse(body) }
        }
        let checkIns = Self.body([Key()]) {
            $0.text(6, [8, 1])
            $0.text(8, [10, 0])
            $0.text(2, [UInt8](repeating: 0, count: 500))
            $0.number(5, 1)
        }
        #expect(try parse(checkIns).consentsToFederation)
        #expect(try parse(Self.body([Key()])).consentsToFederation == false)
    }

    @Test("bytes that are no message are refused")
    func malformed() {
        let whole = Self.body([Key()])
        for body in [[0], [0xFF], Array(whole.dropLast()), whole + [0x0A], [UInt8](repeating: 0x0B, count: 100)] {
            #expect(throws: CoronaWarnError.notCompliant) { try parse(body) }
        }
    }

    @Test("keys of the future, keys past their retention and repeated keys are dropped without a word")
    func drops() throws {
        let midnight = Int(Self.day.rawValue)
        func accepted(_ keys: [Key], now: UnixTime = Self.now) throws -> Int {
            Self.rules.acceptedKeys(of: try parse(Self.body(keys)), now: now, trusted: now).count
        }
        #expect(try accepted([Key(start: midnight)]) == 1)
        #expect(try accepted([Key(start: midnight + 144)]) == 0)
        #expect(try accepted([Key(start: midnight - 14 * 144)]) == 1)
        #expect(try accepted([Key(start: midnight - 15 * 144)]) == 0)
        #expect(try accepted([Key(start: 144), Key(data: [UInt8](repeating: 8, count: 16))]) == 1)
        #expect(try accepted([Key(), Key(start: midnight)]) == 1)
        // At the very moment at which 14 days have passed since the window's end, a key is gone.
        let end = IntervalNumber(UInt32(midnight)).start
        let key = Key(start: midnight - 144)
        #expect(try accepted([key], now: end.advanced(bySeconds: 14 * 86_400 - 1)) == 1)
        #expect(try accepted([key], now: end.advanced(bySeconds: 14 * 86_400)) == 0)
        // A key may be uploaded from the interval on in which it starts.
        #expect(try accepted([Key(start: midnight)], now: end) == 1)
        #expect(try accepted([Key(start: midnight)], now: end.advanced(bySeconds: -1)) == 0)
    }

    @Test("a body has exactly the size that is asked for, and reads back")
    func writing() throws {
        var generator = SeededGenerator(seed: 1)
        for count in [1, 2, 13, 14] {
            let keys = try (0..<count).map { number in
                let key = try TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(Self.day.rawValue - UInt32(number) * 144),
                    rollingPeriod: 144 - number
                )
                let level = number % 3 == 0 ? nil : number % 8 + 1
                let code = number % 3 == 1 ? nil : OnsetCode(4000 - number)
                return try #require(SubmittedKey(key: key, transmissionRiskLevel: level, onsetCode: code))
            }
            let payload = SubmissionPayload(
                keys: keys,
                visitedCountries: count > 1 ? ["IT", "DE"].compactMap { RegionCode($0) } : [],
                origin: count > 2 ? RegionCode("DE") : nil,
                consentsToFederation: count > 1,
                source: count > 13 ? .rapid : .pcr
            )
            let body = try #require(payload.exposedBody(size: SubmissionPayload.phoneSize))
            #expect(body.count == SubmissionPayload.phoneSize)
            #expect(try parse(body) == payload)
        }
    }

    @Test("a fake has the size of a genuine upload, and the filler has limits")
    func fakes() throws {
        let fake = SubmissionPayload(keys: [], visitedCountries: [], consentsToFederation: true)
        #expect(fake.exposedBody(size: SubmissionPayload.phoneSize)?.count == SubmissionPayload.phoneSize)
        // Without keys the content has two fields of two bytes each.
        for (size, isPossible) in [
            (4 + SubmissionPayload.minFillerSize, true), (3 + SubmissionPayload.minFillerSize, false),
            (4 + SubmissionPayload.maxFillerSize, true), (5 + SubmissionPayload.maxFillerSize, false),
            (.min, false), (.max, false),
        ] {
            #expect(fake.exposedBody(size: size)?.count == (isPossible ? size : nil), "\(size)")
        }
    }

    @Test("companions differ from their key in the bytes alone")
    func companions() throws {
        var generator = SeededGenerator(seed: 2)
        let payload = try parse(Self.body([Key(level: 6, period: 100)]))
        let key = Self.rules.acceptedKeys(of: payload, now: Self.now, trusted: Self.now)
        for (multiplier, count) in [(0, 1), (1, 1), (2, 2), (25, 25), (26, 25)] {
            let padded = AcceptedKey.padded(key, multiplier: multiplier, using: &generator)
            #expect(padded.count == count && Set(padded.map(\.key.keyData)).count == count)
            #expect(padded.first == key.first)
            for companion in padded {
                #expect(companion.transmissionRiskLevel == 6 && companion.onsetCode == key[0].onsetCode)
                #expect(companion.key.rollingStart == key[0].key.rollingStart && companion.key.rollingPeriod == 100)
            }
        }
    }
}

@Suite("Headers of uploads")
struct SubmissionHeaderTests {
    private static let tan = "1ea6ce8a-9740-41ea-bb37-0242ac130002"

    private func headers(_ fake: String?, _ authorization: String?, _ password: String? = nil)
        throws(CoronaWarnError) -> SubmissionHeaders
    {
        try SubmissionHeaders(fake: fake, authorization: authorization, oneTimePassword: password)
    }

    @Test("a genuine upload has a TAN, and a fake needs nothing")
    func accepted() throws {
        #expect(try headers("0", Self.tan) == .genuine(TAN(Self.tan)))
        #expect(try headers("0", "x") == .genuine(nil))
        for fake in ["1", "-1", "2", "+7", "2147483647", "-2147483648"] {
            #expect(try headers(fake, nil) == .fake)
            #expect(try headers(fake, "x", "y") == .fake)
        }
        for genuine in ["00", "+0", "-0"] {
            #expect(try headers(genuine, Self.tan) == .genuine(TAN(Self.tan)))
        }
    }

    @Test("missing and contradicting headers are refused, and a flag that is no integer")
    func refused() {
        for (fake, authorization, password) in [
            (nil, Self.tan, nil), ("0", nil, nil), ("0", Self.tan, "x"), ("0", nil, "x"), ("", Self.tan, nil),
            ("x", Self.tan, nil), ("1.0", Self.tan, nil), ("true", Self.tan, nil), (" 1", Self.tan, nil),
            ("2147483648", Self.tan, nil), ("0000000000000", Self.tan, nil), ("1e1", Self.tan, nil),
        ] as [(String?, String?, String?)] {
            #expect(throws: CoronaWarnError.notCompliant) { try headers(fake, authorization, password) }
        }
    }

    @Test("without the flag a request to the verification service is genuine")
    func verification() throws {
        #expect(try FakeFlag(ofVerification: nil) == .genuine)
        #expect(try FakeFlag(ofVerification: "1") == .fake)
        #expect(throws: CoronaWarnError.notCompliant) { try FakeFlag(ofVerification: "yes") }
        for flag in [FakeFlag.genuine, .fake] {
            #expect(try FakeFlag(header: flag.headerValue) == flag)
        }
    }
}
