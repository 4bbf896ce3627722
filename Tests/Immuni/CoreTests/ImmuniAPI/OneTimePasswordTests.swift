import ExposurePrimitives
import ImmuniAPI
import Testing

@Suite("One-Time Passwords")
struct OneTimePasswordTests {
    @Test(
        "published and computed codes are accepted",
        arguments: [
            // From Immuni's documentation and tests.
            "9K2RAY8UUQ", "59FU36KR46", "KJ23IWY5UJ", "UQ776R9A7E", "Z6UI7HAFXQ", "4K51Q19235", "A6HHFALQK1",
            "7WRQXW27EK", "I4A7KRXJ43", "QL412K779W", "XSZ4RAQ3KY", "X65FS597US", "Z86JQXHAW8", "87S8QWH1EE",
            // Computed by hand from the table of the check digit.
            "AAAAAAAAAJ", "123456789H", "AEFHIJKLQ7", "XYZ123SUWS", "ZZZZZZZZZZ", "HHHHHHHHHX", "QRSUWXYZ19",
            "987654321H",
        ]
    )
    func accepted(code: String) throws { #expect(try OneTimePassword(code).exposedText == code) }

    @Test("a code is refused with the reason, without the code")
    func refused() {
        for (code, failure) in [
            ("6IJ3E7A9QE", OneTimePassword.Failure.wrongCheckDigit), ("AEFHIJ1234", .wrongCheckDigit),
            ("9k2ray8uuq", .unknownCharacter(position: 2)), ("9K2RAN8UUQ", .unknownCharacter(position: 6)),
            ("9K2RAY8UU", .wrongLength(9)), ("9K2RAY8UUQ9", .wrongLength(11)), ("", .wrongLength(0)),
            ("9K2RAY8UUQ\n", .wrongLength(11)), ("9K2RAY8UU0", .unknownCharacter(position: 10)),
        ] {
            #expect(throws: failure) { try OneTimePassword(code) }
        }
    }

    @Test(
        "phones send the SHA-256 of the code",
        arguments: [
            ("9K2RAY8UUQ", "b39e0733843b1b5d7c558f52f117a824dc41216e0c2bb671b3d79ba82105dd94"),
            ("59FU36KR46", "8edafc8c445aeb9b531ac14ce5d73671f1d5e97cb2f1dbdc5083c62f18ebb708"),
            ("AAAAAAAAAJ", "a3474328d82cc8cb505a95fb4e2c3a8ade8955e6555d43da97699efa92783c5f"),
            ("123456789H", "ab67a5423ee810c314dee9385e9dca728b0653796936afc27adcb66429ee5545"),
        ]
    )
    func tokens(code: String, digest: String) throws {
        let token = try OneTimePassword(code).uploadToken
        #expect(token.exposedAuthorization == "Bearer \(digest)")
        #expect(UploadToken(authorization: "Bearer \(digest)") == token)
    }

    @Test("generated codes are valid and use every character, and all check digits are about equally frequent")
    func generation() throws {
        var generator = SeededGenerator(seed: 7)
        var checkDigits: [Character: Int] = [:]
        var characters: Set<Character> = []
        for _ in 0..<25_000 {
            let text = OneTimePassword.generate(using: &generator).exposedText
            _ = try OneTimePassword(text)
            characters.formUnion(text)
            checkDigits[try #require(text.last), default: 0] += 1
        }
        #expect(characters.count == 25)
        // 1000 expected each, standard deviation 31.
        #expect(checkDigits.values.allSatisfy { (840...1160).contains($0) })
    }

    @Test("the check digit finds 98 % of single wrong characters, as the table implies")
    func substitutions() throws {
        let alphabet = OneTimePassword.alphabet.map { Character(Unicode.Scalar($0)) }
        var generator = SeededGenerator(seed: 8)
        var tried = 0
        var unnoticed = 0
        for _ in 0..<200 {
            let code = Array(OneTimePassword.generate(using: &generator).exposedText)
            for position in 0..<9 {
                for character in alphabet where character != code[position] {
                    var changed = code
                    changed[position] = character
                    tried += 1
                    unnoticed += (try? OneTimePassword(String(changed))) == nil ? 0 : 1
                }
            }
        }
        #expect((0.015...0.025).contains(Double(unnoticed) / Double(tried)))
    }

    @Test("the screen shows groups of three, four and three")
    func groups() throws {
        #expect(try OneTimePassword("9K2RAY8UUQ").exposedGroups == "9K2 RAY8 UUQ")
    }

    @Test("a code and its token never print themselves")
    func secrecy() throws {
        let code = try OneTimePassword("9K2RAY8UUQ")
        var dumped = ""
        dump(code, to: &dumped)
        dump(code.uploadToken, to: &dumped)
        for text in ["\(code)", "\(code.uploadToken)", String(reflecting: code), dumped] {
            #expect(!text.contains("9K2RAY8UUQ") && !text.contains("b39e0733"))
        }
    }

    @Test("an Authorization header is a bearer of 64 lower-case digits or nothing")
    func authorization() {
        let digits = String(repeating: "ab01", count: 16)
        #expect(UploadToken(authorization: "Bearer \(digits)") != nil)
        #expect(UploadToken(authorization: "bearer \(digits)") != nil)
        for header in [
            nil, "", digits, "Bearer", "Bearer ", "Bearer \(digits.dropLast())", "Bearer \(digits)0",
            "Bearer \(digits.uppercased())", "Bearer  \(digits)", "Token \(digits)", "Bearer \(digits.dropLast())g",
            "Bearer \(digits.dropLast())é",
        ] {
            #expect(UploadToken(authorization: header) == nil, "\(header ?? "none")")
        }
    }
}
