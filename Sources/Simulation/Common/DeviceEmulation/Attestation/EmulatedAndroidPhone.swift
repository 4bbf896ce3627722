import DeviceAttestation
package import ExposurePrimitives
package import PhonePorts
package import WireFormat

/// The platform of an Android phone with an emulator's attestations.
package struct EmulatedAndroidPhone: AndroidDeviceEvidence {
    private let emulator: AttestationEmulator
    private let kind: SignedAttestation.Kind
    private let clock: any WallClock

    package init(emulator: AttestationEmulator, kind: SignedAttestation.Kind, clock: any WallClock) {
        (self.emulator, self.kind, self.clock) = (emulator, kind, clock)
    }

    package func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation {
        guard let kind = AttestationEvidence.Kind(rawValue: kind.rawValue),
            let evidence = try? emulator.issue(kind, boundTo: binding, at: clock.now()),
            let attestation = SignedAttestation(kind: self.kind, text: SecretBytes(evidence.exposedText.utf8))
        else {
            throw .unavailable
        }
        return attestation
    }
}
