public import ExposurePrimitives

/// What a phone's maker can testify of the phone and the app on it.
public protocol DeviceEvidence: Sendable {
    /// A fresh DeviceCheck token in base 64, for an iPhone.
    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes

    /// An attestation for an Android phone that is bound to `digest`.
    func attestation(boundTo digest: [UInt8]) async throws(DeviceEvidenceError) -> DeviceAttestationText
}

/// An attestation as it is sent.
public struct DeviceAttestationText: Sendable {
    /// The contract's name of its kind, for example `safetynet`.
    public let kind: String
    public let text: SecretBytes

    public init(kind: String, text: SecretBytes) {
        self.kind = kind
        self.text = text
    }
}

/// Why a phone has no evidence.
public enum DeviceEvidenceError: Error, Equatable, CaseIterable {
    /// The phone has nothing that its hardware stands for: it never will.
    case unsupported
    /// The maker cannot be reached, or answers nothing of use: later it may.
    case unreachable
    /// The maker says that this phone or app is not genuine.
    case refused
}
