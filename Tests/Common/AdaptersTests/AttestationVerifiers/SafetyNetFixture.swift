import AttestationVerifiers
import CryptoExtras
import DeviceAttestation
import DeviceEmulation
import ExposureTesting
import WireFormat

/// An emulated SafetyNet, and a server's check of its statements.
struct SafetyNetFixture {
    let request = AndroidSample.request
    let clock = ManualClock(AndroidSample.request.time)
    let safetyNet: EmulatedSafetyNet

    init() throws { safetyNet = try EmulatedSafetyNet(authority: AndroidSample.authority()) }

    func verifier(minTier: AttestationTier = .hardware, roots: String? = nil) throws -> SafetyNetAttestation {
        SafetyNetAttestation(
            app: AndroidSample.app,
            anchors: try TrustAnchors(pem: roots ?? safetyNet.authority.rootPEM),
            minTier: minTier,
            clock: clock
        )
    }

    func claims(_ changes: [String: JSONValue?] = [:]) -> JSONValue { safetyNet.claims(for: request, changes) }
}
