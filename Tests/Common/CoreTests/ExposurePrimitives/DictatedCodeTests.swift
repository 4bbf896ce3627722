import ExposurePrimitives
import Testing

@Suite("Codes that people read out")
struct DictatedCodeTests {
    /// Four characters, of which the last is the greatest of the others.
    private static let format = DictatedCode.Format(alphabet: Array("ABCD".utf8), length: 4) {
        $0.max() ?? UInt8(ascii: "A")
    }

    @Test("a code is accepted with the right check digit, and refused with the reason otherwise")
    func reading() throws {
        #expect(try DictatedCode("ACBC", format: Self.format).exposedText == "ACBC")
        for (text, failure) in [
            ("ACB", DictatedCode.Failure.wrongLength(3)), ("ACBCC", .wrongLength(5)), ("", .wrongLength(0)),
            ("ACBD", .wrongCheckDigit), ("AEBC", .unknownCharacter(position: 2)),
            ("acbc", .unknownCharacter(position: 1)), ("ÄBC", .unknownCharacter(position: 1)),
        ] {
            #expect(throws: failure) { try DictatedCode(text, format: Self.format) }
        }
    }

    @Test("generated codes are accepted")
    func generation() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let code = DictatedCode.generate(format: Self.format, using: &generator)
            #expect(try DictatedCode(code.exposedText, format: Self.format) == code)
        }
    }

    @Test("a typed text loses white space and hyphens and becomes capitals")
    func plain() {
        #expect(DictatedCode.plain(" ac-b\tc ") == "ACBC")
    }

    @Test("a screen shows groups")
    func groups() throws {
        #expect(try DictatedCode("ACBC", format: Self.format).exposedGroups(of: [1, 3]) == "A CBC")
    }

    @Test("a code does not print")
    func secrecy() throws {
        let code = try DictatedCode("ACBC", format: Self.format)
        var dumped = ""
        dump(code, to: &dumped)
        for text in ["\(code)", String(reflecting: code), dumped] {
            #expect(!text.contains("ACBC"))
        }
    }
}
