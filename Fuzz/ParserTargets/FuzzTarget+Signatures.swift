import Crypto
import ExposurePrimitives
import MessageSignatures

extension FuzzTarget {
    /// A signed answer: the lines of its four fields, then its content.
    static let signatures = FuzzTarget(
        "signatures",
        maxSize: 4096,
        words: [
            "sha-256=:", ":", "\"@path\";req", "\"@query\";req", ";created=", ";keyid=\"", ";alg=\"ecdsa-p256-sha256\"",
            "avviso=(", "\"content-digest\"",
        ],
        seeds: { [try signedAnswer()] },
        check: { bytes in
            let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
            guard parts.count == 5 else {
                return false
            }
            let fields = zip(SignedField.allCases, parts).map { (name: $0.rawValue, value: Array($1).text) }
            try checkParts(digest: fields[0].value, input: fields[2].value)
            let message = MessageVerifier.Message(target: path, fields: fields, content: Array(parts[4]))
            let statement = try? verifier.get().statement(of: message, maxAge: 3600, now: FuzzMoment.now)
            // Nobody but the holder of the key makes another signature.
            try require(statement == nil || statement?.sequence == sequence, "a message that nobody signed is believed")
            return statement != nil
        }
    )

    /// What was read of a field is written as it stood, so that a signature covers what was read.
    private static func checkParts(digest: String, input: String) throws {
        if let parsed = try? ContentDigest(parsing: digest) {
            try require(parsed.field == digest, "a digest is written otherwise")
        }
        if let parsed = try? SignatureInput(parsing: input) {
            try require(parsed.field == input, "a signature's input is written otherwise")
        }
    }

    private static func signedAnswer() throws -> [UInt8] {
        let body = Array(#"{"oldest":1,"newest":2}"#.utf8)
        let content = try SignedContent(
            digest: ContentDigest(of: body),
            path: path,
            query: nil,
            sequence: sequence
        )
        let input = content.input(created: FuzzMoment.now, keyID: try verificationKey.get().keyID)
        let signature = try SampleKeys.privateKey().signature(for: content.signatureBase(for: input))
        let fields = content.fields(for: input, signature: Array(signature.rawRepresentation))
        let lines = SignedField.allCases.compactMap { name in fields.first { $0.field == name }?.value }
        return Array((lines + [body.text]).joined(separator: "\n").utf8)
    }

    private static let path = "/v1/keys/index"
    private static let sequence: Int64 = 7

    private static let verificationKey = Result {
        try MessageVerificationKey(pem: SampleKeys.privateKey().publicKey.pemRepresentation)
    }

    private static let verifier = Result { try MessageVerifier(keys: [verificationKey.get()]) }
}

/// A key pair for these targets alone.
enum SampleKeys {
    static func privateKey() throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: [UInt8](1...32))
    }
}
