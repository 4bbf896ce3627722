import CoronaWarnAPI
import ExposurePrimitives
import Testing

@Suite("Identifiers of tests")
struct TestIdentifierTests {
    private static let hash = String(repeating: "0f", count: 32)

    @Test(
        "a code on a sheet has the published hashes, alone and with a birth date",
        arguments: [
            (
                "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B", "2000-01-01",
                "904df8da0abbc2eb6ef987a3080d63ebba8c86358b5de65c78d787cec56e28e6",
                "xfa760e171f000ef5a7f863ab180f6f6e8185c4890224550395281d839d85458"
            ),
            (
                "F1EE0D-F1EE0D4D-4346-4B63-B9CF-1522D9200915", "1995-06-07",
                "f12132974c596512116c336d00a79bf85872a94286145a57e9ec0b87577a2deb",
                "x4a7788ef394bc7d52112014b127fe2bf142c51fe1bbb385214280e9db670193"
            ),
        ]
    )
    func vectors(text: String, birthDate: String, hash: String, withBirthDate: String) throws {
        let code = try #require(TestCode(text))
        let day = try #require(CalendarDay(iso: birthDate))
        #expect(TestIdentifier(hashing: code).exposedText == hash)
        let both = TestIdentifier(hashing: code, birthDate: day)
        #expect(both.exposedText == withBirthDate)
        #expect(TestIdentifier(codeOrBirthDate: withBirthDate) == both)
        #expect(TestIdentifier(code: withBirthDate) == nil)
    }

    @Test("64 hexadecimal digits of either case are an identifier, and both cases are the same one")
    func codes() {
        #expect(TestIdentifier(code: Self.hash.uppercased()) == TestIdentifier(code: Self.hash))
        #expect(TestIdentifier(code: Self.hash)?.exposedText == Self.hash)
        for text in ["", String(Self.hash.dropLast()), Self.hash + "0", Self.hash.dropLast() + "g", Self.hash + "\n"] {
            #expect(TestIdentifier(code: text) == nil)
            #expect(TestIdentifier(codeOrBirthDate: text) == nil)
            #expect(TestIdentifier(rapidTest: text) == nil)
        }
    }

    @Test("only the first character may be x")
    func marks() {
        let marked = "X" + Self.hash.dropFirst()
        #expect(TestIdentifier(codeOrBirthDate: marked)?.exposedText == marked.lowercased())
        #expect(TestIdentifier(codeOrBirthDate: Self.hash)?.exposedText == Self.hash)
        #expect(TestIdentifier(code: marked) == nil)
        #expect(TestIdentifier(codeOrBirthDate: "0x" + Self.hash.dropFirst(2)) == nil)
    }

    @Test("the identifier of a rapid test is hashed once more, exactly as sent")
    func rapid() {
        let identifier = TestIdentifier(rapidTest: Self.hash)
        // The SHA-256 of the 64 characters.
        #expect(identifier?.exposedText == "7152f9958a983e3313fb2498d743af1e83a0ff5999650fd341f0368d1678992c")
        #expect(identifier != TestIdentifier(rapidTest: Self.hash.uppercased()))
        #expect(identifier != TestIdentifier(code: Self.hash))
    }

    @Test("a sheet's code is scanned alone or in an address of up to 150 bytes")
    func scanning() throws {
        var generator = SeededGenerator(seed: 1)
        let code = TestCode(using: &generator)
        #expect(code.exposedText.utf8.count == 43)
        #expect(TestCode(scanned: code.exposedAddress) == code && TestCode(scanned: code.exposedText) == code)
        #expect(TestCode(code.exposedText.lowercased()) != nil)
        for text in [
            "", "https://localhost/?", "https://example.org/?" + code.exposedText, code.exposedAddress + " ",
            String(code.exposedText.dropLast()), "G" + code.exposedText.dropFirst(),
            code.exposedText.replacing("-", with: "_"), String(repeating: "0", count: 151),
        ] {
            #expect(TestCode(scanned: text) == nil)
        }
    }
}
