package import ExposurePrimitives
import ImmuniAPI
package import PhonePorts

/// What a simulated phone's maker testifies: all that the emulated makers give it.
package struct PlatformEvidence: DeviceEvidence {
    private let apple: (any AppleDeviceEvidence)?
    private let android: (any AndroidDeviceEvidence)?

    /// By default a phone that nobody vouches for.
    package init(apple: (any AppleDeviceEvidence)? = nil, android: (any AndroidDeviceEvidence)? = nil) {
        self.apple = apple
        self.android = android
    }

    package func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
        guard let apple else {
            throw .unsupported
        }
        return try await apple.deviceToken()
    }

    package func attestation(boundTo digest: [UInt8]) async throws(DeviceEvidenceError) -> DeviceAttestationText {
        guard let android else {
            throw .unsupported
        }
        let attestation = try await android.attestation(boundTo: digest)
        return DeviceAttestationText(kind: attestation.kind.rawValue, text: attestation.text)
    }
}
