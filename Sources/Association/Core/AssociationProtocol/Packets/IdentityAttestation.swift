import Crypto
public import ExposurePrimitives
public import HeraldPayloads

/// The authority's statement that an identity key of one interval belongs to a registered phone: an Ed25519 signature
/// of 64 bytes. It names no phone.
public struct IdentityAttestation: Hashable, Sendable {
    public let bytes: [UInt8]

    /// - Throws: `wrongLength` unless there are exactly 64 bytes.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard bytes.count == Self.size else {
            throw .wrongLength(bytes.count)
        }
        self.bytes = Array(bytes)
    }

    /// What is signed: `HAA2 id`, country, state, the interval's start and the key.
    static func message(
        _ key: PublicAgreementKey,
        in interval: AssociationInterval,
        _ jurisdiction: Jurisdiction
    ) -> [UInt8] {
        Array("HAA2 id".utf8) + jurisdiction.bytes + interval.startBytes + key.bytes.bytes
    }

    public static let size = 64
}

/// The authority's private key for attestations of identities.
public struct AttestationSigningKey: Sendable, Redacted {
    private let key: Curve25519.Signing.PrivateKey

    /// - Throws: `wrongLength` unless there are exactly 32 bytes.
    public init(_ bytes: SecretBytes) throws(AssociationError) {
        do {
            key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes.exposedBytes)
        } catch {
            throw .wrongLength(bytes.count)
        }
    }

    public var exposedBytes: [UInt8] { Array(key.rawRepresentation) }

    public var verificationKey: AttestationVerificationKey {
        AttestationVerificationKey(key: key.publicKey)
    }

    /// The key that belongs to an authority's agreement key, so that an authority has one file to keep.
    public init(of agreementKey: PrivateAgreementKey) {
        let bytes = Derivation.expand(SecretBytes(agreementKey.exposedBytes), "HAA attestation key")
        do throws(AssociationError) {
            try self.init(bytes)
        } catch {
            preconditionFailure("any 32 bytes are a private key of Ed25519")
        }
    }

    /// A signature under a message whose first bytes say what it is.
    func signature(of message: [UInt8]) throws(AssociationError) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else {
            throw .malformed
        }
        return Array(signature)
    }

    /// Attests a key that the phone of an account will use in `interval`.
    public func attest(
        _ identity: PublicAgreementKey,
        in interval: AssociationInterval,
        jurisdiction: Jurisdiction
    ) throws(AssociationError) -> IdentityAttestation {
        let message = IdentityAttestation.message(identity, in: interval, jurisdiction)
        return try IdentityAttestation(signature(of: message))
    }
}

/// The authority's public key for attestations of identities.
public struct AttestationVerificationKey: Sendable {
    fileprivate let key: Curve25519.Signing.PublicKey

    fileprivate init(key: Curve25519.Signing.PublicKey) {
        self.key = key
    }

    /// - Throws: `wrongLength` unless there are exactly 32 bytes.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        do {
            key = try Curve25519.Signing.PublicKey(rawRepresentation: Array(bytes))
        } catch {
            throw .wrongLength(bytes.count)
        }
    }

    public var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// Whether the authority signed a part of published boxes.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: message)
    }

    /// - Throws: `notAuthentic` unless the authority attested this key for this interval and jurisdiction.
    public func verify(
        _ attestation: IdentityAttestation,
        of identity: PublicAgreementKey,
        in interval: AssociationInterval,
        jurisdiction: Jurisdiction
    ) throws(AssociationError) {
        let message = IdentityAttestation.message(identity, in: interval, jurisdiction)
        guard key.isValidSignature(attestation.bytes, for: message) else {
            throw .notAuthentic
        }
    }
}
