import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import DeviceAttestation
import ExposurePrimitives
package import ServiceKit

/// Proofs of registration by the phones' platforms (``PlatformProof``).
///
/// An attestation shows a genuine phone with our app. It does not show which phone it is: neither platform tells. So
/// the subject is the phone's key. A phone keeps it until it has an answer, so another attempt ends the account of an
/// answer that was lost. Nothing else ends an old account.
package struct AttestedPhones: RegistrationProofVerifier {
    private let attestations: any AttestationVerifier
    private let pool: WorkPool

    /// - Parameter pool: the pool that verifies attestations.
    package init(_ attestations: any AttestationVerifier, pool: WorkPool = WorkPool()) {
        self.attestations = attestations
        self.pool = pool
    }

    package func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? {
        guard let proof = try? PlatformProof(parsing: proof) else {
            return nil
        }
        let decision: AttestationDecision
        do {
            decision = try await pool.run { [attestations] in
                await attestations.decide(proof.evidence, boundTo: PlatformProof.binding(to: key))
            }
        } catch {
            // Too many proofs wait already.
            throw ProofFailure()
        }
        guard case .accepted = decision else {
            return nil
        }
        return ProvenSubject(name: SecretBytes(key.bytes.bytes))
    }
}

extension PlatformProof {
    fileprivate var evidence: AttestationEvidence {
        switch self {
        case .playIntegrity(let token): .playIntegrity(token: token)
        case .keyAttestation(let chain): .keyAttestation(chain: chain)
        case .appAttest(let object): .appAttest(object: object)
        }
    }
}
