import CoronaWarnAPI
import ExposurePrimitives
import Testing

@Suite("Tokens and TANs")
struct CredentialTests {
    private static let one = "1ea6ce8a-9740-41ea-bb37-0242ac130002"
    private static let other = "1819d933-45f6-4e3c-80c7-eeffd2d44ee6"

    @Test(
        "a UUID of version 4 in lower case is a credential; the variant's digit has any case",
        arguments: [
            one, other, "00000000-0000-4000-8000-000000000000", "00000000-0000-4000-A000-000000000000",
            "00000000-0000-4000-B000-000000000000",
        ]
    )
    func accepted(text: String) throws {
        #expect(try #require(TAN(text)).exposedText == text)
        #expect(RegistrationToken(text) != nil)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "1ea6ce8a-9740-11ea-bb37-0242ac130002", "1ea6ce8a-9740-41ea-7b37-0242ac130002",
            "1ea6ce8a-9740-41ea-cb37-0242ac130002", "1EA6CE8A-9740-41EA-BB37-0242AC130002",
            "1ea6ce8a-9740-41ea-bb37-0242ac13000", "1ea6ce8a-9740-41ea-bb37-0242ac1300020",
            "1ea6ce8a-9740-41ea-bb37-0242ac130002\n", "TAN 1ea6ce8a-9740-41ea-bb37-0242ac130002",
            "1ea6ce8a-9740-41ea-bb370-242ac130002", "1ea6ce8ag9740-41ea-bb37-0242ac130002",
            "1ea6ce8a-9740-41ea-bb37-0242ac13é2",
        ]
    )
    func refused(text: String) { #expect(TAN(text) == nil) }

    @Test(
        "the digest is the SHA-256 of the text",
        arguments: [
            (one, "0199effab87800689c15c08e234db54f088cc365132ffc230e882b82cd3ecf95"),
            (other, "cfb5368fc0fca485847acb28e6a96c958bb6ab7350ac766be88ad13841750231"),
        ]
    )
    func digests(text: String, digest: String) throws {
        let found = try #require(RegistrationToken(text)).digest
        #expect(found.hex == digest)
        #expect(CredentialDigest(bytes: found.bytes) == found)
        #expect(CredentialDigest(bytes: found.bytes.dropLast()) == nil)
    }

    @Test("a new credential is well-formed, and all differ")
    func generation() {
        var generator = SeededGenerator(seed: 1)
        let texts = (0..<500).map { _ in TAN.generate(using: &generator).exposedText }
        #expect(texts.allSatisfy { TAN($0) != nil } && Set(texts).count == 500)
    }

    @Test("the fingerprint of an upload depends on TAN and body")
    func fingerprints() throws {
        let (tan, other) = (try #require(TAN(Self.one)), try #require(TAN(Self.other)))
        #expect(tan.fingerprint(of: [1, 2]) == tan.fingerprint(of: [1, 2]))
        #expect(tan.fingerprint(of: [1, 2]) != tan.fingerprint(of: [1, 3]))
        #expect(tan.fingerprint(of: [1, 2]) != other.fingerprint(of: [1, 2]) && tan.fingerprint(of: []).count == 32)
    }

    @Test("no secret prints")
    func secrecy() throws {
        var generator = SeededGenerator(seed: 2)
        let token = RegistrationToken.generate(using: &generator)
        let teleTAN = TeleTAN.generate(using: &generator)
        let code = TestCode(using: &generator)
        let identifier = TestIdentifier(hashing: code)
        let nonce = PhoneNonce.generate(using: &generator)
        let reservation = TANReservation(.random(using: &generator))
        let secrets = [
            token.exposedText, teleTAN.exposedText, code.exposedText, identifier.exposedText, nonce.exposedPadding,
            Hex.encode(reservation.exposedBytes),
        ]
        let request = RegistrationTokenRequest(key: .test(identifier, birthDate: identifier), nonce: nonce)
        let values: [Any] = [
            token, teleTAN, code, identifier, nonce, reservation, request, TokenRequest(token: token, nonce: nonce),
            RegistrationTokenRequest(key: .teleTAN(teleTAN)), RegistrationTokenAnswer(token: token),
            TestResultAnswer(code: 1, sampleCollection: 1, identifier: identifier),
            ResultBatch.Result(identifier: identifier, outcome: .negative),
        ]
        for value in values {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(secrets.allSatisfy { !text.contains($0) }, "\(type(of: value))")
        }
    }
}

@Suite("teleTANs")
struct TeleTANTests {
    @Test(
        "the published check characters are right",
        arguments: [
            "FE9A5MAK6C", "FE9A5MAK9H", "FE9A5MAKWG", "WPHSATMHD4", "9N4UTTACE6", "S3HHJJYJD3", "W3M75DUD7C",
            "BBA3M8UVUC", "MNSHDZAEJ2", "WS732AR8QB", "QWDZXCSRHE", "234567893D", "ZBYKEVDBNB", "234567892D",
            "ABCDEFGHJA", "KMNPQRSTU5", "ZZZZZZZZZH", "2222222223",
        ]
    )
    func accepted(text: String) throws {
        let teleTAN = try TeleTAN(text)
        #expect(teleTAN.exposedText == text && teleTAN.exposedSecret.exposedBytes == Array(text.utf8))
        #expect(teleTAN.exposedGroups.count == 12)
    }

    @Test("a code is refused with the reason")
    func refused() {
        for (text, failure) in [
            ("ZBYKEVDBNU", DictatedCode.Failure.wrongCheckDigit), ("ZBYKEVDBNL", .unknownCharacter(position: 10)),
            ("fe9a5mak6c", .unknownCharacter(position: 1)), ("FE9A5MAK6", .wrongLength(9)),
            ("FE9A5MAK6CC", .wrongLength(11)), ("FE9A5MAK6C\n", .wrongLength(11)),
            ("1E9A5MAK6C", .unknownCharacter(position: 1)), ("FO9A5MAK6C", .unknownCharacter(position: 2)),
            ("FE0A5MAK6C", .unknownCharacter(position: 3)), ("FE9I5MAK6C", .unknownCharacter(position: 4)),
        ] {
            #expect(throws: failure) { try TeleTAN(text) }
        }
    }

    @Test("new codes use every character, and no check character outside 2–9 and A–H")
    func generation() throws {
        var generator = SeededGenerator(seed: 3)
        var characters: Set<Character> = []
        for _ in 0..<5000 {
            let text = TeleTAN.generate(using: &generator).exposedText
            _ = try TeleTAN(text)
            characters.formUnion(text.dropLast())
            #expect("23456789ABCDEFGH".contains(try #require(text.last)))
        }
        #expect(characters.count == 31)
    }

    @Test("a code is shown in groups of three, three and four")
    func groups() throws { #expect(try TeleTAN("FE9A5MAK6C").exposedGroups == "FE9 A5M AK6C") }

    @Test("a request without a type means a test")
    func kinds() {
        #expect(TeleTANKind(header: nil) == .test && TeleTANKind(header: "TEST") == .test)
        #expect(TeleTANKind(header: "EVENT") == .event)
        for text in ["", "test", "TEST ", "OTHER"] {
            #expect(TeleTANKind(header: text) == nil)
        }
    }
}
