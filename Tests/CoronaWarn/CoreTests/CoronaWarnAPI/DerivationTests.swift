import CoronaWarnAPI
import ExposurePrimitives
import Testing

@Suite("Credentials derived from the phone's nonce")
struct DerivationTests {
    private static func derivation(_ byte: UInt8 = 1) throws -> CredentialDerivation {
        try #require(CredentialDerivation(key: SecretBytes([UInt8](repeating: byte, count: 32))))
    }

    private static func nonce(_ seed: UInt64) -> PhoneNonce {
        var generator = SeededGenerator(seed: seed)
        return .generate(using: &generator)
    }

    private static func test(_ digit: String) throws -> TestIdentifier {
        try #require(TestIdentifier(code: String(repeating: digit, count: 64)))
    }

    @Test("the server's key has 32 bytes")
    func keys() {
        for count in [0, 31, 33] {
            #expect(CredentialDerivation(key: SecretBytes([UInt8](repeating: 0, count: count))) == nil)
        }
    }

    @Test("the same request gives the same token; each part of it counts")
    func tokens() throws {
        let derivation = try Self.derivation()
        let (first, second) = (try Self.test("a"), try Self.test("b"))
        let keys: [RegistrationTokenRequest.Key] = [
            .test(first, birthDate: nil), .test(second, birthDate: nil), .test(first, birthDate: second),
            .test(second, birthDate: first), .teleTAN(try TeleTAN("FE9A5MAK6C")),
        ]
        var tokens: [String] = []
        for key in keys {
            for seed in 1...2 as ClosedRange<UInt64> {
                let request = RegistrationTokenRequest(key: key, nonce: Self.nonce(seed))
                let token = try #require(derivation.registrationToken(for: request))
                #expect(token == derivation.registrationToken(for: request))
                #expect(RegistrationToken(token.exposedText) == token)
                #expect(try token != Self.derivation(2).registrationToken(for: request))
                tokens.append(token.exposedText)
            }
            #expect(derivation.registrationToken(for: RegistrationTokenRequest(key: key)) == nil)
        }
        #expect(Set(tokens).count == tokens.count)
    }

    @Test("the same request gives the same TAN, which is no token")
    func tans() throws {
        var generator = SeededGenerator(seed: 9)
        let derivation = try Self.derivation()
        let token = RegistrationToken.generate(using: &generator)
        let request = TokenRequest(token: token, nonce: Self.nonce(1))
        let tan = try #require(derivation.tan(for: request))
        #expect(tan == derivation.tan(for: request))
        #expect(tan != derivation.tan(for: TokenRequest(token: token, nonce: Self.nonce(2))))
        #expect(derivation.tan(for: TokenRequest(token: token)) == nil)
        let other = RegistrationToken.generate(using: &generator)
        #expect(tan != derivation.tan(for: TokenRequest(token: other, nonce: Self.nonce(1))))
    }

    @Test("credentials are those of another implementation")
    func vectors() throws {
        let nonce = try #require(PhoneNonce(padding: "n1:" + String(repeating: "A", count: 43)))
        let expected: [(RegistrationTokenRequest.Key, String)] = [
            (.test(try Self.test("a"), birthDate: nil), "4bfe5593-dc22-47ed-8ada-e75415ec7370"),
            (.test(try Self.test("a"), birthDate: try Self.test("b")), "17c654fa-b755-4fa0-9a2e-f32cf2d6c0e3"),
            (.teleTAN(try TeleTAN("FE9A5MAK6C")), "6c252992-2ba0-4003-9fd7-6a7ec58e11a6"),
        ]
        for (key, token) in expected {
            let request = RegistrationTokenRequest(key: key, nonce: nonce)
            #expect(try Self.derivation().registrationToken(for: request)?.exposedText == token)
        }
        let token = try #require(RegistrationToken("1ea6ce8a-9740-41ea-bb37-0242ac130002"))
        let tan = try Self.derivation().tan(for: TokenRequest(token: token, nonce: nonce))
        #expect(tan?.exposedText == "179cbf34-9dac-4ece-8b30-ee275d3f56c3")
    }

    @Test("a nonce is a mark and 43 characters at the beginning of the padding")
    func nonces() throws {
        let characters = String(repeating: "aZ09-_", count: 7) + "Q"
        let nonce = try #require(PhoneNonce(padding: "n1:" + characters))
        #expect(nonce.exposedPadding == "n1:" + characters)
        #expect(PhoneNonce(padding: "n1:\(characters)+ and more") == nonce)
        for padding in [
            "", "n1:", "n1:" + characters.dropLast(), "n2:" + characters, " n1:" + characters,
            "N1:" + characters, "n1:+" + characters.dropFirst(), "n1:" + characters.dropLast() + "é",
        ] {
            #expect(PhoneNonce(padding: padding) == nil)
        }
        let written = Self.nonce(3)
        #expect(PhoneNonce(padding: written.exposedPadding) == written)
        #expect(written != Self.nonce(4))
    }
}
