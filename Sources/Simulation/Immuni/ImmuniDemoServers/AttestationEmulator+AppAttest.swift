import DeviceAttestation
package import DeviceEmulation
package import ExposurePrimitives
package import PhonePorts

extension AttestationEmulator {
    /// An App Attest object in the form that an iPhone gives to its app.
    package func appAttestObject(boundTo binding: [UInt8], at time: UnixTime) throws(DeviceEvidenceError) -> SecretBytes
    {
        guard case .appAttest(let object)? = try? issue(.appAttest, boundTo: binding, at: time) else {
            throw .unavailable
        }
        return SecretBytes(object)
    }
}
