import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import Foundation

/// An emulated authority with an app and a phone, and verifiers that trust it. Its keys are always the same, so that what
/// a fuzzer kept is accepted again.
enum SampleAttestation {
    /// The form of `emulator.json`, which `avviso emulate attestation init` made.
    private struct Stored: Decodable {
        let issuers: [Data]
        let issuerKey: String
        let playIntegritySigner: String
        let playIntegrityWrapper: Data
    }

    static let binding = [UInt8](repeating: 5, count: 32)

    private static let stored = Result {
        try JSONDecoder().decode(Stored.self, from: Data(PackageResources.emulator_json))
    }

    static let authority = Result {
        try EmulatedAuthority(issuers: stored.get().issuers.map { Array($0) }, issuerKeyPEM: stored.get().issuerKey)
    }

    static let playIntegrityKeys = Result {
        EmulatedPlayIntegrity(
            signer: try P256.Signing.PrivateKey(pemRepresentation: stored.get().playIntegritySigner),
            wrapper: SymmetricKey(data: try stored.get().playIntegrityWrapper)
        )
    }

    private static let anchors = Result { try TrustAnchors(pem: authority.get().rootPEM) }

    private static let emulatedApp = EmulatedApp(
        packageName: "it.example.avviso",
        certificateDigest: [UInt8](repeating: 0, count: 32),
        appID: "TEAM000000.it.example.avviso"
    )

    private static let app = AndroidApp(
        packageName: emulatedApp.packageName,
        certificateDigests: [emulatedApp.certificateDigest]
    )

    static func request() throws -> EmulatedRequest {
        EmulatedRequest(app: emulatedApp, binding: binding, time: FuzzMoment.now)
    }

    /// Of a credential: environment, identifier and a key of P-256 in COSE.
    static let authenticatorData: [UInt8] =
        [UInt8](repeating: 1, count: 32) + [0x40, 0, 0, 0, 0] + Array("appattestdevelop".utf8) + [0, 2, 7, 7]
        + [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + [UInt8](repeating: 2, count: 32)
        + [0x22, 0x58, 0x20] + [UInt8](repeating: 3, count: 32)

    static func isAccepted(
        _ evidence: AttestationEvidence,
        by verifier: any AttestationVerifier
    ) async -> Bool {
        if case .accepted = await verifier.decide(evidence, boundTo: binding) { true } else { false }
    }

    static func appAttest() throws -> AppAttestation {
        AppAttestation(
            appID: emulatedApp.appID,
            environment: .development,
            anchors: try anchors.get(),
            clock: FuzzMoment()
        )
    }

    static func keyAttestation() throws -> KeyAttestation {
        KeyAttestation(app: app, anchors: try anchors.get(), clock: FuzzMoment())
    }

    static func safetyNet() throws -> SafetyNetAttestation {
        SafetyNetAttestation(app: app, anchors: try anchors.get(), minTier: .platform, clock: FuzzMoment())
    }

    static func playIntegrity() throws -> PlayIntegrityAttestation {
        let keys = try playIntegrityKeys.get()
        return PlayIntegrityAttestation(
            app: app,
            keys: try PlayIntegrityKeys(
                decryption: SecretBytes(stored.get().playIntegrityWrapper),
                verification: Array(keys.signer.publicKey.derRepresentation)
            ),
            minTier: .platform,
            clock: FuzzMoment()
        )
    }
}
