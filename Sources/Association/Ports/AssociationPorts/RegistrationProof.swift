public import AssociationProtocol
public import ExposurePrimitives

/// Decides whether a proof shows a person or a device. An authority chooses the kind: an attestation of the platform, a
/// telephone number, a national identity.
public protocol RegistrationProofVerifier: Sendable {
    /// The person or device that a proof shows; nil if it shows none.
    ///
    /// - Parameters:
    ///   - proof: as the phone sent it.
    ///   - key: the phone's key, which the proof must be bound to. Otherwise somebody else could use it.
    func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject?
}

/// The means of checking a proof are not available now. The phone tries again later.
public struct ProofFailure: Error, Hashable, Sendable {
    public init() {}
}

/// A person or device by the bytes that always name it, for example a telephone number. They are never stored.
public struct ProvenSubject: Sendable {
    public let name: SecretBytes

    public init(name: SecretBytes) {
        self.name = name
    }
}
