import ExposurePrimitives
import ExposureTesting
import Testing

@testable import AssociationProtocol

/// Numbers that the RFCs publish.
@Suite("Published numbers")
struct PublishedNumberTests {
    @Test("of RFC 8009 are found: keys and ciphertexts of aes128-cts-hmac-sha256-128")
    func kerberos() throws {
        let base = try secret("3705d96080c17728a0e800eab6e0d23c")
        let keys = [KerberosCipher.Purpose.checksum, .encryption, .integrity].map { purpose in
            Hex.encode(KerberosCipher.deriveKey(base: base, usage: 2, purpose: purpose).exposedBytes)
        }
        #expect(
            keys == [
                "b31a018a48f54776f403e9a396325dc3", "9b197dd1e8c5609d6e67c3e37c62c72e",
                "9fda0e56ab2d85e1569a688696c26a6c",
            ]
        )
        let cipher = KerberosCipher(base: base, usage: .ticket)
        for (plaintext, confounder, ciphertext) in Self.ciphertexts {
            let confounder = try #require(Bytes16(hex(confounder)))
            #expect(try Hex.encode(cipher.seal(hex(plaintext), confounder: confounder)) == ciphertext)
            #expect(try Hex.encode(cipher.open(hex(ciphertext))) == plaintext)
        }
    }

    /// Plaintext, confounder and ciphertext of RFC 8009, appendix A.
    private static let ciphertexts = [
        ("", "7e5895eaf2672435bad817f545a37148", "ef85fb890bb8472f4dab20394dca781dad877eda39d50c870c0d5a0a8e48c718"),
        (
            "000102030405", "7bca285e2fd4130fb55b1a5c83bc5b24",
            "84d7f30754ed987bab0bf3506beb09cfb55402cef7e6877ce99e247e52d16ed4421dfdf8976c"
        ),
        (
            "000102030405060708090a0b0c0d0e0f", "56ab21713ff62c0a1457200f6fa9948f",
            "3517d640f50ddc8ad3628722b3569d2ae07493fa8263254080ea65c1008e8fc295fb4852e7d83e1e7c48c37eebe6b0d3"
        ),
        (
            "000102030405060708090a0b0c0d0e0f1011121314", "a7a4e29a4728ce10664fb64e49ad3fac",
            "720f73b18d9859cd6ccb4346115cd336c70f58edc0c4437c5573544c31c813bce1e6d072c186b39a413c2f92ca9b8334"
                + "a287ffcbfc"
        ),
    ]

    @Test("of RFC 6238 are found, whose digits are cut from our values")
    func oneTimePasswords() throws {
        let key = SecretBytes(Array("12345678901234567890123456789012".utf8))
        let expected = [
            (59, 46_119_246), (1_111_111_109, 68_084_774), (1_111_111_111, 67_062_674), (1_234_567_890, 91_819_424),
            (2_000_000_000, 90_698_825), (20_000_000_000, 77_737_706),
        ]
        for (time, digits) in expected {
            let value = OneTimePassword.value(key: key, counter: UInt64(time / 30))
            let start = Int(value[31] & 15)
            let number = value[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            #expect(number % 100_000_000 == digits)
        }
        let first = OneTimePassword.value(key: key, counter: 1)
        #expect(Hex.encode(first) == "392514c9dd4165d4709456062c78e04e16e68718515951333bdb8b26caa3053c")
    }

    @Test("of RFC 7748 are found: both sides agree")
    func agreement() throws {
        let alice = try PrivateAgreementKey(secret("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
        let bob = try PrivateAgreementKey(secret("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        #expect(
            Hex.encode(alice.publicKey.bytes.bytes)
                == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
        )
        #expect(
            Hex.encode(bob.publicKey.bytes.bytes) == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
        )
        let shared = try secret("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        // HKDF in two steps by hand (RFC 5869).
        let extracted = SecretBytes(Derivation.authenticate(shared.exposedBytes, under: SecretBytes([1])))
        let expected = Derivation.expand(extracted, "x")
        #expect(try alice.agree(with: bob.publicKey).derive(salt: [1], info: [0x78], count: 32) == expected)
        #expect(try bob.agree(with: alice.publicKey).derive(salt: [1], info: [0x78], count: 32) == expected)
    }
}

@Suite("Keys with which nothing can be agreed")
struct UnusableKeyTests {
    @Test("are refused: those of small order, and the own", arguments: smallOrder)
    func refusedKeys(point: String) throws {
        var generator = SeededGenerator(seed: 3)
        let key = PrivateAgreementKey.generate(using: &generator)
        #expect(throws: AssociationError.unusableKey) { try key.agree(with: PublicAgreementKey(hex(point))) }
        #expect(throws: AssociationError.unusableKey) { try key.agree(with: key.publicKey) }
    }

    /// The points of small order on Curve25519, and their other encodings below 2^255.
    private static let smallOrder = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    @Test("have 32 bytes, as all keys", arguments: [0, 16, 31, 33, 64])
    func lengths(count: Int) {
        let bytes = [UInt8](repeating: 9, count: count)
        #expect(throws: AssociationError.wrongLength(count)) { try PublicAgreementKey(bytes) }
        #expect(throws: AssociationError.wrongLength(count)) { try PrivateAgreementKey(SecretBytes(bytes)) }
        #expect(throws: AssociationError.wrongLength(count)) { try AttestationSigningKey(SecretBytes(bytes)) }
        #expect(throws: AssociationError.wrongLength(count)) { try AttestationVerificationKey(bytes) }
    }
}

@Suite("Ciphertext stealing")
struct CiphertextStealingTests {
    @Test("keeps every length from one block on, and reads back")
    func lengths() throws {
        var generator = SeededGenerator(seed: 4)
        for count in 16...113 {
            let plaintext = [UInt8].drawn(count, using: &generator)
            let cipher = KerberosCipher(base: .random(count: 16, using: &generator), usage: .ticket)
            let vector = [UInt8].drawn(16, using: &generator)
            let ciphertext = try cipher.encrypt(plaintext, vector: vector)
            #expect(ciphertext.count == count && ciphertext != plaintext)
            #expect(try cipher.decrypt(ciphertext, vector: vector) == plaintext)
        }
    }

    @Test("refuses less than a block", arguments: [0, 1, 15])
    func short(count: Int) {
        let cipher = KerberosCipher(base: SecretBytes([UInt8](repeating: 1, count: 16)), usage: .ticket)
        let bytes = [UInt8](repeating: 2, count: count)
        #expect(throws: AssociationError.wrongLength(count)) { try cipher.encrypt(bytes) }
        #expect(throws: AssociationError.wrongLength(count)) { try cipher.decrypt(bytes) }
        #expect(throws: AssociationError.wrongLength(count)) { try cipher.open(bytes) }
    }

    @Test("with a tag adds 32 bytes, and each changed bit is noticed")
    func tags() throws {
        var generator = SeededGenerator(seed: 5)
        let cipher = KerberosCipher(base: .random(count: 16, using: &generator), usage: .authenticator)
        for count in [0, 1, 15, 16, 17, 80] {
            let plaintext = [UInt8].drawn(count, using: &generator)
            let sealed = try cipher.seal(plaintext, confounder: Bytes16.random(using: &generator))
            #expect(sealed.count == count + 32)
            #expect(try cipher.open(sealed) == plaintext)
            for bit in 0..<sealed.count * 8 {
                #expect(throws: AssociationError.notAuthentic) { try cipher.open(sealed.flipping(bit: bit)) }
            }
        }
    }

    @Test("under another usage is another key")
    func usages() throws {
        let base = SecretBytes([UInt8](repeating: 1, count: 16))
        let texts = try KeyUsage.allCases.map { usage in
            try KerberosCipher(base: base, usage: usage).encrypt([UInt8](repeating: 0, count: 16))
        }
        #expect(Set(texts).count == KeyUsage.allCases.count)
        #expect(Set(KeyUsage.allCases.map(\.rawValue)) == [2, 3, 8, 11, 1026, 1027])
    }
}
