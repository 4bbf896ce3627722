import AssociationAPI
import AssociationPorts
package import AssociationProtocol
import ExposurePrimitives
package import KeyServerRules

/// The keys of the authority.
package struct AuthoritySecrets: Sendable {
    /// Agrees on the secret of each account.
    let agreementKey: PrivateAgreementKey
    /// Attests identity keys.
    var attestationKey: AttestationSigningKey { AttestationSigningKey(of: agreementKey) }
    private let rightKey: RightKey

    package init(agreementKey: PrivateAgreementKey, rightKey: RightKey) {
        self.agreementKey = agreementKey
        self.rightKey = rightKey
    }

    /// The stored form of a code.
    func mark(of code: ReportCode) -> CodeMark {
        CodeMark(digest("report code", code.exposedSecret))
    }

    /// The stored form of a person or device.
    func subject(_ subject: ProvenSubject) -> ProofSubject {
        ProofSubject(digest("proof subject", subject.name))
    }

    /// The places of a person or device for reports, as they are stored.
    func places(of subject: ProofSubject, count: Int) -> [ReportPlace] {
        (0..<count).map { number in
            ReportPlace(digest("report place", SecretBytes(subject.exposedBytes + [UInt8(number)])))
        }
    }

    private func digest(_ use: StaticString, _ content: SecretBytes) -> Bytes32 {
        guard let digest = Bytes32(rightKey.mac(of: content, for: .init(system: "association", use: use))) else {
            preconditionFailure("a MAC of SHA-256 has 32 bytes")
        }
        return digest
    }
}
