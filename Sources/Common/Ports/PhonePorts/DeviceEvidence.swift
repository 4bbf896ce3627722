public import ExposurePrimitives
public import WireFormat

/// An iPhone's evidence for the Analytics Service, from its platform. Each call makes new evidence, which identifies
/// nobody.
public protocol AppleDeviceEvidence: Sendable {
    /// A DeviceCheck token, in base64 as Apple's servers accept it.
    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes

    /// An App Attest attestation object, with a key that is made for this call and deleted afterwards.
    ///
    /// - Parameter binding: the digest of the data that the object is for, 32 bytes.
    func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes
}

/// An Android phone's evidence for the Analytics Service, from its platform.
public protocol AndroidDeviceEvidence: Sendable {
    /// An attestation made for this call.
    ///
    /// - Parameter binding: the digest of the data that it is for, 32 bytes.
    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation
}

/// The reason why a platform gives no evidence.
public enum DeviceEvidenceError: Error, Hashable, Sendable {
    /// Not now, for example because the maker's servers do not answer.
    case unavailable
    /// Never on this phone.
    case unsupported
}
