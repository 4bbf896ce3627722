import Crypto
public import ExposurePrimitives

/// The server's key under which codes are stored. Without it nobody can search the stored hashes, although an OTP has only
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

    /// What is stored for a token: HMAC-SHA-256 (RFC 2104) of its bytes.
    public func mac(of token: SecretBytes) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: token.exposedBytes,
                using: SymmetricKey(data: key.exposedBytes)
            )
        )
    }

    /// Bytes of a key.
    public static let count = 32
}
