import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import WireFormat

/// Google's side of a trial: an emulated Play Integrity, and the server's verifier for it.
struct TrialGoogle: AndroidDeviceEvidence {
    /// The server's verifier.
    let verifier: PlayIntegrityAttestation
    private let emulator: AttestationEmulator
    private let clock: any WallClock

    init(clock: any WallClock, validity: Range<UnixTime>) throws {
        let app = EmulatedApp(
            packageName: "org.example.avviso",
            certificateDigest: [UInt8](repeating: 1, count: 32),
            appID: "EXAMPLE000.org.example.avviso"
        )
        emulator = try AttestationEmulator(app: app, authority: EmulatedAuthority(validity: validity))
        self.clock = clock
        let keys = emulator.playIntegrity
        verifier = PlayIntegrityAttestation(
            app: AndroidApp(packageName: app.packageName, certificateDigests: [app.certificateDigest]),
            keys: try PlayIntegrityKeys(
                // SAFETY: the bytes are copied inside the closure.
                decryption: SecretBytes(unsafe keys.wrapper.withUnsafeBytes { unsafe Array($0) }),
                verification: Array(keys.signer.publicKey.derRepresentation)
            ),
            minTier: .hardware,
            takesTestEvidence: true,
            clock: clock
        )
    }

    func attestation(
        boundTo binding: [UInt8],
        at time: UnixTime,
        defect: AttestationDefect?
    ) throws -> SignedAttestation {
        let evidence = try emulator.issue(.playIntegrity, boundTo: binding, at: time, defect: defect)
        guard
            let attestation = SignedAttestation(kind: .playIntegrity, text: SecretBytes(evidence.exposedText.utf8))
        else {
            throw DeviceEvidenceError.unsupported
        }
        return attestation
    }

    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation {
        do {
            return try attestation(boundTo: binding, at: clock.now(), defect: nil)
        } catch {
            throw .unavailable
        }
    }
}
