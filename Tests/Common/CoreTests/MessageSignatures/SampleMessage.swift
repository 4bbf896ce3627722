import Crypto
import ExposurePrimitives

@testable import MessageSignatures

/// A signed answer whose parts a test can exchange.
struct SampleMessage {
    static let created = UnixTime(1_795_255_200)

    let privateKey = P256.Signing.PrivateKey()
    var body = Array(#"{"oldest":3,"newest":40}"#.utf8)
    var target = "/v1/settings?platform=ios&build=7"
    var sequence: Int64 = 43
    var fields: [(name: String, value: String)] = []

    init() throws {
        try sign()
    }

    var keyID: String { MessageVerificationKey.keyID(ofPublicKey: Array(privateKey.publicKey.derRepresentation)) }

    var verifier: MessageVerifier {
        get throws {
            try MessageVerifier(keys: [MessageVerificationKey(pem: privateKey.publicKey.pemRepresentation)])
        }
    }

    /// Makes the fields for body, target and sequence. `edit` may change the signature's parameters.
    mutating func sign(edit: (SignatureInput) -> SignatureInput = { $0 }) throws {
        let parts = target.split(separator: "?", maxSplits: 1)
        let content = try SignedContent(
            digest: ContentDigest(of: body),
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : nil,
            sequence: sequence
        )
        let input = edit(content.input(created: Self.created, keyID: keyID))
        let signature = try privateKey.signature(for: content.signatureBase(for: input))
        fields = content.fields(for: input, signature: Array(signature.rawRepresentation))
            .map { ($0.field.rawValue.lowercased(), $0.value) }
    }

    /// The value of a field.
    subscript(field: SignedField) -> String? {
        get { fields.first { $0.name == field.rawValue.lowercased() }?.value }
        set {
            fields.removeAll { $0.name == field.rawValue.lowercased() }
            if let newValue {
                fields.append((field.rawValue.lowercased(), newValue))
            }
        }
    }

    /// Verifies the message for a phone that requested `asked`, by default the signed target.
    func verify(
        asked: String? = nil,
        by verifier: MessageVerifier? = nil,
        maxAge: Int64 = 3600,
        now: UnixTime = created
    ) throws -> Int64 {
        let message = MessageVerifier.Message(target: asked ?? target, fields: fields, content: body)
        return try (verifier ?? self.verifier).sequence(of: message, maxAge: maxAge, now: now)
    }
}

extension SignatureInput {
    func with(
        label: String? = nil,
        components: [SignatureComponent]? = nil,
        keyID: String? = nil,
        algorithm: String?? = .none
    ) -> SignatureInput {
        SignatureInput(
            label: label ?? self.label,
            components: components ?? self.components,
            created: created,
            keyID: keyID ?? self.keyID,
            algorithm: algorithm ?? self.algorithm
        )
    }
}
