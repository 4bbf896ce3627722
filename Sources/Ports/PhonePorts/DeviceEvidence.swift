public import ExposurePrimitives
public import ImmuniAPI

/// What an iPhone's platform says of it to the Analytics Service. Each call makes something new that names nobody.
public protocol AppleDeviceEvidence: Sendable {
    /// A DeviceCheck token, base 64 as Apple's servers take it.
    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes

    /// An App Attest attestation object of a key that is made for this call and forgotten after it.
    ///
    /// - Parameter binding: the digest of what the object is for, 32 bytes.
    func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes
}

/// What an Android phone's platform says of it to the Analytics Service.
public protocol AndroidDeviceEvidence: Sendable {
    /// An attestation that is made for this call.
    ///
    /// - Parameter binding: the digest of what it is for, 32 bytes.
    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation
}

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
