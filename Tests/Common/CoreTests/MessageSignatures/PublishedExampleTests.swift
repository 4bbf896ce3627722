import Crypto
import ExposurePrimitives
import Testing

@testable import MessageSignatures

/// The RFCs' own examples.
@Suite("Published examples of message signatures")
struct PublishedExampleTests {
    /// RFC 9421 appendix B.1.3, `test-key-ecc-p256`.
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
        w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
        -----END PUBLIC KEY-----
        """

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription, input: String
        let values: [String]
        let base, signature: String
    }

    private static let responseDigest =
        "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:"
    private static let unavailableDigest =
        "sha-512=:0Y6iCBzGg5rZtoXS95Ijz03mslf6KAMCloESHObfwnHJDbkkWWQz6PhhU9kxsTbARtY2PTBOzq24uJFpHsMuAg==:"
    private static let requestDigest =
        "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"

    static let examples = [
        Example(
            testDescription: "RFC 9421 B.2.4, a response",
            input: #"sig-b24=("@status" "content-type" "content-digest" "content-length")"#
                + #";created=1618884473;keyid="test-key-ecc-p256""#,
            values: ["200", "application/json", responseDigest, "23"],
            base: """
                "@status": 200
                "content-type": application/json
                "content-digest": \(responseDigest)
                "content-length": 23
                "@signature-params": ("@status" "content-type" "content-digest" "content-length")
                """ + #";created=1618884473;keyid="test-key-ecc-p256""#,
            signature: "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw=="
        ),
        Example(
            testDescription: "RFC 9421 2.4, a response with parts of its request",
            input: #"reqres=("@status" "content-digest" "content-type" "@authority";req "@method";req "@path";req "#
                + #""content-digest";req);created=1618884479;keyid="test-key-ecc-p256""#,
            values: ["503", unavailableDigest, "application/json", "example.com", "POST", "/foo", requestDigest],
            base: """
                "@status": 503
                "content-digest": \(unavailableDigest)
                "content-type": application/json
                "@authority";req: example.com
                "@method";req: POST
                "@path";req: /foo
                "content-digest";req: \(requestDigest)
                "@signature-params": ("@status" "content-digest" "content-type" "@authority";req "@method";req
                """ + #" "@path";req "content-digest";req);created=1618884479;keyid="test-key-ecc-p256""#,
            signature: "dMT/A/76ehrdBTD/2Xx8QuKV6FoyzEP/I9hdzKN8LQJLNgzU4W767HK05rx1i8meNQQgQPgQp8wq2ive3tV5Ag=="
        ),
    ]

    @Test("the signature base is the published one, and the published signature is verified", arguments: examples)
    func signatureBase(example: Example) throws {
        let input = try SignatureInput(parsing: example.input)
        #expect(input.field == example.input)
        #expect(input.algorithm == nil)
        let base = input.signatureBase(example.values)
        #expect(String(decoding: base, as: UTF8.self) == example.base)
        let key = try MessageVerificationKey(pem: Self.publicKey).publicKey
        let bytes = try #require(Base64.decode(example.signature))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes)
        #expect(key.isValidSignature(signature, for: base))
        #expect(!key.isValidSignature(signature, for: base + [10]))
    }

    private static let digests = [
        ("{\"hello\": \"world\"}\n", "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"),
        ("{\"hello\": \"world\"}", "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"),
    ]

    @Test("the content digest is the published one", arguments: digests)
    func contentDigest(content: String, field: String) throws {
        let digest = ContentDigest(of: Array(content.utf8))
        #expect(digest.field == field)
        #expect(try ContentDigest(parsing: field) == digest)
    }
}
