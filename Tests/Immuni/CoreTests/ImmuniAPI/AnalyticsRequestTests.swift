import ExposurePrimitives
import ImmuniAPI
import Testing
import WireFormat

@Suite("Requests of the Analytics Service")
struct AnalyticsRequestTests {
    private static let today = CalendarDay(daysSinceEpoch: 18_500)
    private static let digits = String(repeating: "0123456789abcdef", count: 8)
    private static let salt = "I2zF1+fgk4/uVHYe7DRt3A=="

    // MARK: Token

    private static func isToken(_ members: (String, JSONValue)...) -> Bool {
        let body = JSONValue.object(members.map { JSONValue.Member(name: $0.0, value: $0.1) }).encoded
        return (try? AnalyticsTokenRequest(parsing: body)) != nil
    }

    @Test("a token request has a token and a proof, each within its limits")
    func tokenRequest() {
        let token: (String, JSONValue) = ("analytics_token", .string(Self.digits))
        #expect(Self.isToken(token, ("device_token", "AAAA")))
        #expect(Self.isToken(token, ("app_attest", "AAAA")))
        #expect(Self.isToken(("app_attest", "AAAA"), ("device_token", "AAAA"), token))
        #expect(!Self.isToken(token))
        #expect(!Self.isToken(("device_token", "AAAA")))
        #expect(!Self.isToken(token, ("device_token", "AAAA"), ("extra", 1)))
        #expect(!Self.isToken(token, token, ("device_token", "AAAA")))
        for (name, longest) in [("device_token", 10_000), ("app_attest", 43_700)] {
            #expect(Self.isToken(token, (name, .string(String(repeating: "A", count: longest)))))
            #expect(!Self.isToken(token, (name, .string(String(repeating: "A", count: longest + 4)))))
            for wrong: JSONValue in ["", "AAA", "AAA=A", "AA A", "AA-_", "AAAA\n", "AAB=", "*", .null, 1] {
                #expect(!Self.isToken(token, (name, wrong)))
            }
        }
    }

    @Test(
        "the token is 128 lower-case hexadecimal digits",
        arguments: [
            String(digits.dropLast()), digits + "0", digits.uppercased(), String(digits.dropLast()) + "g",
            " " + digits.dropLast(), digits + "\n", String(repeating: "é", count: 64), "",
        ]
    )
    func malformedToken(text: String) {
        #expect(!Self.isToken(("analytics_token", .string(text)), ("device_token", "AAAA")))
        #expect(AnalyticsToken(authorization: "Bearer \(text)") == nil)
    }

    @Test("a token is valid in the month of its authorisation and in the one after")
    func validity() {
        let january = CalendarMonth(monthsSinceEpoch: 612)
        for (months, isValid) in [(-1, false), (0, true), (1, true), (2, false)] {
            let month = january.advanced(byMonths: months)
            #expect(AnalyticsToken.authorisations(validIn: month).contains(january) == isValid, "\(months)")
        }
    }

    @Test("an encoded request is read back, and prints nothing")
    func tokenRoundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        let token = AnalyticsToken.random(using: &generator)
        let request = try #require(
            AnalyticsTokenRequest(token: token, deviceToken: SecretBytes("QUJD".utf8), appAttest: SecretBytes([1, 2]))
        )
        let read = try AnalyticsTokenRequest(parsing: request.exposedBody)
        #expect(read.token == token)
        #expect(read.deviceToken == request.deviceToken)
        #expect(read.appAttest == request.appAttest)
        #expect(AnalyticsToken(authorization: token.exposedAuthorization) == token)
        #expect(AnalyticsTokenRequest(token: token, deviceToken: nil, appAttest: nil) == nil)
        var printed = ""
        dump(request, to: &printed)
        #expect(!printed.contains(token.exposedText) && !printed.contains("QUJD"))
    }

    // MARK: Operational Info

    private static let members: [(String, JSONValue)] = [
        ("province", "CH"), ("exposure_permission", 1), ("bluetooth_active", 0), ("notification_permission", 1),
        ("exposure_notification", 1), ("last_risky_exposure_on", .string(today.description)),
    ]
    private static let proof: [(String, JSONValue)] = [("salt", .string(salt)), ("signed_attestation", "a.b.c")]

    private static func body(_ changed: (String, JSONValue?)..., of members: [(String, JSONValue)]) -> [UInt8] {
        var all = members.filter { member in !changed.contains { $0.0 == member.0 } }
        all += changed.compactMap { name, value in value.map { (name, $0) } }
        return JSONValue.object(all.map { JSONValue.Member(name: $0.0, value: $0.1) }).encoded
    }

    private static func apple(_ name: String, _ value: JSONValue?) -> OperationalInfoRequest? {
        try? OperationalInfoRequest(parsing: body((name, value), of: members), today: today)
    }

    private static func google(_ changed: (String, JSONValue?)...) -> AttestedOperationalInfoRequest? {
        var all = (members + proof).filter { member in !changed.contains { $0.0 == member.0 } }
        all += changed.compactMap { name, value in value.map { (name, $0) } }
        return try? AttestedOperationalInfoRequest(parsing: body(of: all), today: today)
    }

    @Test("the requests of both platforms have the same rules", arguments: members.map(\.0))
    func required(name: String) {
        #expect(Self.apple(name, nil) == nil)
        #expect(Self.google((name, nil)) == nil)
        let wrong: [JSONValue] = [
            .null, -1, 2, "1", true, .number("1.0"), .number("1e0"), [], [:], "", "asd", "1970-01-01",
        ]
        for value in wrong {
            #expect(Self.apple(name, value) == nil, "\(name) \(value)")
            #expect(Self.google((name, value)) == nil, "\(name) \(value)")
        }
    }

    @Test("unknown and repeated members, and anything except an object, are refused")
    func form() {
        #expect(Self.apple("extra", 1) == nil)
        #expect(Self.apple("salt", .string(Self.salt)) == nil, "a member of the other platform")
        #expect(Self.google(("extra", 1)) == nil)
        for text in ["", "{", "[]", "null", "{}", "{}{}"] {
            #expect((try? OperationalInfoRequest(parsing: Array(text.utf8), today: Self.today)) == nil)
            #expect((try? AttestedOperationalInfoRequest(parsing: Array(text.utf8), today: Self.today)) == nil)
        }
        let twice = Self.body(of: Self.members + [("province", "CH")])
        #expect((try? OperationalInfoRequest(parsing: twice, today: Self.today)) == nil)
    }

    @Test(
        "the day of an exposure is in the last 180 days, or tomorrow for phones in the east; a placeholder is any day",
        arguments: [(-181, false), (-180, true), (0, true), (1, true), (2, false)]
    )
    func exposureDay(offset: Int, isAllowed: Bool) throws {
        let day = Self.today.advanced(byDays: offset)
        let found = Self.apple("last_risky_exposure_on", .string(day.description))
        #expect(found?.exposureDay == (isAllowed ? day : nil))
        #expect((found != nil) == isAllowed)
        let placeholder = try OperationalInfoRequest(
            parsing: Self.body(
                ("exposure_notification", 0),
                ("last_risky_exposure_on", .string(day.description)),
                of: Self.members
            ),
            today: Self.today
        )
        #expect(placeholder.exposureDay == nil)
        #expect(placeholder.lastRiskyExposureOn == day)
    }

    @Test(
        "a placeholder that is not a day is refused",
        arguments: ["2020-1-2", "2021-02-29", "0000-01-01", "", "2020-01-02T00:00"]
    )
    func placeholder(text: String) {
        let body = Self.body(("exposure_notification", 0), ("last_risky_exposure_on", .string(text)), of: Self.members)
        #expect((try? OperationalInfoRequest(parsing: body, today: Self.today)) == nil)
    }

    @Test("a province is two capital letters, in the table or not; a build is positive")
    func provincesAndBuilds() {
        for province in ["RM", "EX", "XX"] {
            #expect(Self.apple("province", .string(province))?.province.code == province)
        }
        for province in ["rm", "R", "ROM", "RM\n", "R1", "ÀÈ"] {
            #expect(Self.apple("province", .string(province)) == nil)
        }
        for build in [1, 20_001, 2_147_483_647] {
            #expect(Self.apple("build", .integer(build))?.build == build)
        }
        for build: JSONValue in [0, -1, .integer(2_147_483_648), "1", .null] {
            #expect(Self.apple("build", build) == nil)
        }
    }

    @Test("a salt is 16 bytes in base 64")
    func salts() {
        for count in [0, 15, 16, 17, 18] {
            let text = Base64.encode([UInt8](repeating: 7, count: count))
            #expect((Self.google(("salt", .string(text))) != nil) == (count == 16), "\(count) bytes")
        }
        for wrong: JSONValue in [.null, 1, .string(String(Self.salt.dropLast(2))), .string(Self.salt + "\n")] {
            #expect(Self.google(("salt", wrong)) == nil)
        }
        #expect(Self.google(("salt", nil)) == nil)
    }

    @Test("an attestation has at most 10 000 characters, and a chain 43 700 characters of certificates in base64")
    func attestations() throws {
        #expect(Self.google(("signed_attestation", nil)) == nil)
        #expect(Self.google(("signed_attestation", .null)) == nil)
        for kind in ["safety-net", "play-integrity"] {
            for (length, isAllowed) in [(0, true), (10_000, true), (10_001, false)] {
                let text = String(repeating: "x", count: length)
                let found = Self.google(("signed_attestation", .string(text)), ("attestation_kind", .string(kind)))
                #expect((found?.attestation.text.count == length) == isAllowed)
                #expect((found != nil) == isAllowed)
                let wide = String(repeating: "è", count: length)
                #expect((Self.google(("signed_attestation", .string(wide))) != nil) == isAllowed)
            }
        }
        #expect(Self.google()?.attestation.kind == .safetyNet)
        for kind: JSONValue in ["", "app-attest", "SAFETY-NET", .null, 1] {
            #expect(Self.google(("attestation_kind", kind)) == nil)
        }
        let chains: [(String, Int?)] = [
            ("AAAA", 1), ("AAAA,AAA=,AA==", 3), (String(repeating: "A", count: 43_700), 1),
            (String(repeating: "A", count: 43_704), nil), ("", nil), (",", nil), ("AAAA,", nil), ("AAAA, AAAA", nil),
            ("AAA", nil), ("AA-_", nil),
        ]
        for (text, count) in chains {
            let found = Self.google(("attestation_kind", "key-attestation"), ("signed_attestation", .string(text)))
            #expect(found?.attestation.exposedCertificates?.count == count, "\(text.prefix(20))")
            #expect((found != nil) == (count != nil))
        }
    }

    @Test("the published nonces are those of a complete request")
    func binding() throws {
        // Payloads in the tests of Immuni's Analytics Service. The day is the sent one, with or without exposure.
        let published = [
            (1, "2020-06-09", Self.salt, "2opZ23BpSheHRrRgZDS49w0CRKjoNlRnY38t8nY6BcU="),
            (0, "2020-06-11", "T84OSRnLtbRRtUgYQM5wLw==", "myoHyaIaMkIk+wW3fBhUPBvfs5gzOBDhVz/g1mNR5K4="),
        ]
        for (exposed, day, salt, nonce) in published {
            let all =
                Self.members.dropLast(2) + [
                    ("exposure_notification", .integer(exposed)), ("last_risky_exposure_on", .string(day)),
                    ("salt", .string(salt)), ("signed_attestation", ""),
                ]
            let flags = all.map { name, value in (name, name == "bluetooth_active" ? 1 : value) }
            let request = try AttestedOperationalInfoRequest(
                parsing: Self.body(of: flags),
                today: try #require(CalendarDay(iso: "2020-06-12"))
            )
            #expect(Base64.encode(request.binding) == nonce)
        }
    }

    // MARK: Encoding

    @Test("a body has one size for all facts, and is read back")
    func sizes() throws {
        var generator = SeededGenerator(seed: 2)
        var sizes: Set<Int> = []
        for code in Province.knownCodes.sorted() {
            func flag() -> Bool { Bool.random(using: &generator) }
            let info = OperationalInfoRequest(
                province: try #require(Province(code: code)),
                exposurePermission: flag(),
                bluetoothActive: flag(),
                notificationPermission: flag(),
                exposureNotification: flag(),
                lastRiskyExposureOn: Self.today.advanced(byDays: -Int.random(in: 0...180, using: &generator))
            )
            #expect(try OperationalInfoRequest(parsing: info.body, today: Self.today) == info)
            let attested = AttestedOperationalInfoRequest(
                info: info,
                salt: Bytes16.random(using: &generator),
                attestation: try #require(SignedAttestation(kind: .safetyNet, text: SecretBytes("a.b.c".utf8)))
            )
            let read = try AttestedOperationalInfoRequest(parsing: attested.exposedBody, today: Self.today)
            #expect(read.info == info && read.salt == attested.salt && read.attestation == attested.attestation)
            #expect(read.binding == attested.binding)
            sizes.formUnion([info.body.count, attested.exposedBody.count - 1000])
        }
        #expect(sizes.count == 2)
    }

    @Test("a chain of certificates is read back")
    func chain() throws {
        let chain: [[UInt8]] = [[1], [2, 3], [4, 5, 6]]
        let attestation = try #require(SignedAttestation(certificates: chain))
        let info = try #require(Self.apple("build", nil))
        let request = AttestedOperationalInfoRequest(info: info, salt: Bytes16(words: (7, 7)), attestation: attestation)
        let read = try AttestedOperationalInfoRequest(parsing: request.exposedBody, today: Self.today)
        #expect(read.attestation == attestation)
        #expect(read.attestation.exposedCertificates == chain)
        #expect(SignedAttestation(certificates: []) == nil)
        #expect(SignedAttestation(certificates: [[UInt8](repeating: 0, count: 40_000)]) == nil)
    }
}
