package import AssociationPorts
package import AssociationProtocol
import ExposurePrimitives

/// Asks for no proof, for trials. Anybody gets any number of accounts, and only the same key ends an older one.
package struct UnprovenPhones: RegistrationProofVerifier {
    package init() {}

    package func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? {
        ProvenSubject(name: SecretBytes(key.bytes.bytes))
    }
}
