import Crypto
public import ExposurePrimitives

/// A public X25519 key (RFC 7748), which a phone shows on the radio or an authority publishes.
public struct PublicAgreementKey: Hashable, Sendable {
    public let bytes: Bytes32

    public init(_ bytes: Bytes32) {
        self.bytes = bytes
    }

    /// - Throws: `wrongLength` unless there are exactly 32 bytes.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard let bytes = Bytes32(bytes) else {
            throw .wrongLength(bytes.count)
        }
        self.init(bytes)
    }
}

/// A private X25519 key.
public struct PrivateAgreementKey: Sendable, Redacted {
    private let key: Curve25519.KeyAgreement.PrivateKey
    public let publicKey: PublicAgreementKey

    /// - Throws: `wrongLength` unless there are exactly 32 bytes.
    public init(_ bytes: SecretBytes) throws(AssociationError) {
        do {
            key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes.exposedBytes)
        } catch {
            throw .wrongLength(bytes.count)
        }
        publicKey = try PublicAgreementKey(Array(key.publicKey.rawRepresentation))
    }

    /// A new key. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> PrivateAgreementKey {
        do throws(AssociationError) {
            return try PrivateAgreementKey(.random(count: Bytes32.count, using: &generator))
        } catch {
            preconditionFailure("any 32 bytes are a private key of X25519")
        }
    }

    public var exposedBytes: [UInt8] { Array(key.rawRepresentation) }

    /// The secret that is agreed with `peer`.
    ///
    /// - Throws: `unusableKey` for the own key and for keys of small order, with which everyone agrees on zero.
    func agree(with peer: PublicAgreementKey) throws(AssociationError) -> AgreedSecret {
        guard peer != publicKey else {
            throw .unusableKey
        }
        guard let peerKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer.bytes.bytes),
            let shared = try? key.sharedSecretFromKeyAgreement(with: peerKey)
        else {
            throw .unusableKey
        }
        // On Linux the library returns zeros for a peer's key of small order (RFC 7748 section 6.1 says to check).
        // SAFETY: the bytes are copied before the pointer ends.
        let bytes = SecretBytes(unsafe shared.withUnsafeBytes { unsafe Array($0) })
        guard bytes != SecretBytes([UInt8](repeating: 0, count: bytes.count)) else {
            throw .unusableKey
        }
        return AgreedSecret(shared: shared)
    }
}

/// What two keys agree on. Only keys that are derived from it are ever used.
struct AgreedSecret: Sendable {
    fileprivate let shared: SharedSecret

    /// HKDF-SHA-256 (RFC 5869).
    func derive(salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
        SecretBytes(
            exposing: shared.hkdfDerivedSymmetricKey(
                using: SHA256.self,
                salt: salt,
                sharedInfo: info,
                outputByteCount: count
            )
        )
    }
}
