import Crypto
import ExposurePrimitives

/// The SHA-256 of a message's content, as in `Content-Digest` (RFC 9530 section 2).
public struct ContentDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    public init(of content: [UInt8]) {
        bytes = Array(SHA256.hash(data: content))
    }

    /// Reads a field that holds only the SHA-256.
    public init(parsing text: String) throws(MessageSignatureError) {
        var scanner = FieldScanner(text, of: .contentDigest)
        try scanner.expect("sha-256=")
        bytes = try scanner.bytes()
        try scanner.expectEnd()
        guard bytes.count == SHA256.byteCount else {
            throw .malformed(.contentDigest)
        }
    }

    /// The value of the field.
    public var field: String { "sha-256=:\(Base64.encode(bytes)):" }
}
