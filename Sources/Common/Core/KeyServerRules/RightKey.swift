import Crypto
public import ExposurePrimitives

/// The server's key for the hashes of stored codes. Without it nobody can search the hashes, although an OTP has only
/// 42 bits. All systems of a server share the key, so each hash names its system.
public struct RightKey: Sendable {
    private let key: SecretBytes

    /// Nil unless there are exactly 32 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else {
            return nil
        }
        key = SecretBytes(bytes)
    }

    /// The stored form of a token: HMAC-SHA-256 (RFC 2104) of the purpose and the token's bytes.
    public func mac(of token: SecretBytes, for purpose: Purpose) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: purpose.prefix + token.exposedBytes,
                using: SymmetricKey(data: key.exposedBytes)
            )
        )
    }

    /// The length of a key in bytes.
    public static let count = 32

    /// What a hash stands for, and in which system. Hashes of two purposes never match, even of the same token.
    public struct Purpose: Sendable {
        fileprivate let prefix: [UInt8]

        /// The hashed prefix ends with a zero byte. No name contains one, so names and token cannot run into one
        /// another.
        ///
        /// - Parameter system: a name without spaces, so that it ends where the use begins.
        public init(system: StaticString, use: StaticString) {
            prefix = Array("\(system) \(use)".utf8) + [0]
        }

        private init() {
            prefix = []
        }

        /// The codes of release 0.1, which had one system and hashed its tokens alone. The system uses it for values of
        /// SHA-256 only: nobody finds one that begins with a name.
        public static let release01Code = Purpose()
    }
}
