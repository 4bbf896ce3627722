public import ExposurePrimitives

/// The content, request and sequence that our signatures cover.
public struct SignedContent: Hashable, Sendable {
    public let digest: ContentDigest
    /// The request's path, as sent.
    public let path: String
    /// The request's query as sent, with its question mark. The question mark stands alone if there is no query (RFC
    /// 9421 section 2.2.7).
    public let query: String
    /// 0…999 999 999 999 999 (RFC 8941 section 3.3.1).
    public let sequence: Int64

    /// - Parameter query: without its question mark; nil if there is none.
    /// - Throws: `unsignableTarget` or `unsignableSequence`.
    public init(digest: ContentDigest, path: String, query: String?, sequence: Int64) throws(MessageSignatureError) {
        let query = "?" + (query ?? "")
        guard path.utf8.first == UInt8(ascii: "/"), Self.isVisible(path), Self.isVisible(query) else {
            throw .unsignableTarget
        }
        guard Self.sequences.contains(sequence) else {
            throw .unsignableSequence
        }
        self.digest = digest
        self.path = path
        self.query = query
        self.sequence = sequence
    }

    /// The input for a signature by the key `keyID` at `created`.
    public func input(created: UnixTime, keyID: String) -> SignatureInput {
        SignatureInput(
            label: Self.label,
            components: SignatureComponent.ours,
            created: created,
            keyID: keyID,
            algorithm: Self.algorithm
        )
    }

    /// The bytes that are signed.
    public func signatureBase(for input: SignatureInput) -> [UInt8] {
        input.signatureBase([digest.field, path, query, String(sequence)])
    }

    /// The fields of the signed message.
    ///
    /// - Parameter signature: ECDSA as r‖s, 64 bytes (RFC 9421 section 3.3.4).
    public func fields(for input: SignatureInput, signature: [UInt8]) -> [(field: SignedField, value: String)] {
        [
            (.contentDigest, digest.field), (.sequence, String(sequence)), (.signatureInput, input.field),
            (.signature, "\(input.label)=:\(Base64.encode(signature)):"),
        ]
    }

    /// The name of our signature in its message.
    static let label = "avviso"
    /// RFC 9421 section 3.3.4.
    public static let algorithm = "ecdsa-p256-sha256"

    private static let sequences: ClosedRange<Int64> = 0...999_999_999_999_999

    private static func isVisible(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
