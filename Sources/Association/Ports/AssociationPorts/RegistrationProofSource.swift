public import AssociationProtocol

/// Makes a phone's proof for a registration: a statement of the platform, or what a person was sent.
public protocol RegistrationProofSource: Sendable {
    /// A proof that is bound to `key`.
    ///
    /// - Throws: if there is none for now. The phone asks again later.
    func proof(for key: PublicAgreementKey) async throws(ProofFailure) -> [UInt8]
}
