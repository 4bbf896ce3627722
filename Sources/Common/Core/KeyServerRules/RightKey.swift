import Crypto
public import ExposurePrimitives

/// The server's key for the hashes of stored codes. Without it nobody can search the hashes, although an OTP has only
/// 42 bits.
public struct RightKey: Sendable {
    private let key: SecretBytes

    /// Nil unless there are exactly 32 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else {
            return nil
        }
        key = SecretBytes(bytes)
    }

    /// The stored form of a token: HMAC-SHA-256 (RFC 2104) of its bytes.
    public func mac(of token: SecretBytes) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: token.exposedBytes,
                using: SymmetricKey(data: key.exposedBytes)
            )
        )
    }

    /// The length of a key in bytes.
    public static let count = 32
}
