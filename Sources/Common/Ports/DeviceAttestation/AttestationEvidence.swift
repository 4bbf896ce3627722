/// The evidence that a phone presents. It can identify the phone, so it is never printed and never stored.
public enum AttestationEvidence: Sendable {
    /// SafetyNet's JWS in compact form. Google switched the service off in January 2025.
    case safetyNet(jws: String)
    /// A Play Integrity token: a JWE around a JWS, both in compact form.
    case playIntegrity(token: String)
    /// The certificates of a key made for the request, DER, the key's own first.
    case keyAttestation(chain: [[UInt8]])
    /// An App Attest attestation object (CBOR) of a key made for the request.
    case appAttest(object: [UInt8])

    public enum Kind: String, Sendable, CaseIterable {
        case safetyNet = "safety-net"
        case playIntegrity = "play-integrity"
        case keyAttestation = "key-attestation"
        case appAttest = "app-attest"
    }

    public var kind: Kind {
        switch self {
        case .safetyNet: .safetyNet
        case .playIntegrity: .playIntegrity
        case .keyAttestation: .keyAttestation
        case .appAttest: .appAttest
        }
    }

    /// The maximum size of a text or object, and of all certificates together, in bytes. Real evidence has less than a
    /// third of it.
    public static let maxSize = 32_768
}

extension AttestationEvidence: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only the kind.
    public var description: String { "<\(kind.rawValue)>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
