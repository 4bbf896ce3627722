import AssociationPorts
import AssociationService
import AttestationAssembly
import CommonAssembly
import DeviceAttestation
import HTTPAssociation
import Logging

extension AssociationSystem {
    /// The verifier of the proofs that the settings name, and the work that keeps its connections.
    func registrationProofs(
        logger: Logger
    ) throws -> (verifier: any RegistrationProofVerifier, activities: [@Sendable () async -> Void]) {
        switch settings.proof {
        case .attestation: (AttestedPhones(try attestations(logger: logger)), [])
        case .remote: try remoteProofs()
        case .none: (UnprovenPhones(), [])
        }
    }

    private func attestations(logger: Logger) throws -> AcceptedAttestations {
        let verifiers = AttestationVerifiers(settings.attestation, minTier: .platform, clock: realm.clock)
        var accepted = try verifiers.android(logger: logger)
        if settings.attestation.appID != nil {
            accepted[.appAttest] = try verifiers.apple()
        }
        guard !accepted.isEmpty else {
            throw AssociationAssemblyError.proofMissing
        }
        return AcceptedAttestations(accepted)
    }

    private func remoteProofs() throws -> (any RegistrationProofVerifier, [@Sendable () async -> Void]) {
        guard let service = settings.proofService else {
            throw AssociationAssemblyError.proofServiceMissing
        }
        let connection = try service.connection(timeout: RemoteProofVerifier.timeout)
        let verifier = RemoteProofVerifier(exchange: connection.exchange, token: connection.token)
        return (verifier, [connection.activity])
    }
}
