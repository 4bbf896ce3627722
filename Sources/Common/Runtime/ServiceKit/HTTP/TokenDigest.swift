import Crypto
package import ExposurePrimitives

/// The SHA-256 of a bearer token.
///
/// It has no salt: a token has at least 128 random bits, so nobody can find it by guessing.
package struct TokenDigest: Sendable {
    private let digest: SecretBytes

    package init(of token: SecretBytes) {
        digest = SecretBytes(SHA256.hash(data: token.exposedBytes))
    }

    /// Nil unless `bytes` has the length of a digest.
    package init?(stored bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else {
            return nil
        }
        digest = SecretBytes(bytes)
    }

    /// The bytes to store.
    package var bytes: [UInt8] { digest.exposedBytes }
}

extension TokenDigest: Equatable {
    /// Takes the same time for all pairs of digests.
    package static func == (lhs: TokenDigest, rhs: TokenDigest) -> Bool { lhs.digest == rhs.digest }
}
