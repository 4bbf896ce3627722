public import ExposurePrimitives
public import WireFormat

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

/// Why a platform gives no evidence.
public enum DeviceEvidenceError: Error, Hashable, Sendable {
    /// Not for now, for example because the maker's servers do not answer.
    case unavailable
    /// Not on this phone.
    case unsupported
}
