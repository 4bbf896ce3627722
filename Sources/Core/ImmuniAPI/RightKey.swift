import Crypto
import ExposurePrimitives

/// The server's key under which OTPs are stored: without it the stored hashes cannot be searched through, though a code
/// has 42 bits only.
public struct RightKey: Sendable {
    private let key: SecretBytes

    /// Nil unless there are exactly 32 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else {
            return nil
        }
        key = SecretBytes(bytes)
    }

    /// What is stored for a token: HMAC-SHA-256 (RFC 2104) of its 32 bytes.
    public func mac(of token: UploadToken) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: token.digest.exposedBytes,
                using: SymmetricKey(data: key.exposedBytes)
            )
        )
    }

    /// Bytes of a key.
    public static let count = 32
}
