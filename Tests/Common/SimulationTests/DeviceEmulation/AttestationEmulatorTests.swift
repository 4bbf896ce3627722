import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@Suite("The emulator of attestations")
struct AttestationEmulatorTests {
    private static let now = UnixTime(1_790_000_000)
    private static let binding = [UInt8](repeating: 7, count: 32)
    private let emulator: AttestationEmulator

    init() throws {
        let validity = Self.now.advanced(bySeconds: -86_400)..<Self.now.advanced(bySeconds: 86_400)
        emulator = try AttestationEmulator(
            app: EmulatedApp(
                packageName: "it.example.app",
                certificateDigest: [UInt8](repeating: 9, count: 32),
                appID: "TEAM123456.it.example.app"
            ),
            authority: EmulatedAuthority(validity: validity)
        )
    }

    /// A server that accepts the evidence of `emulator`, of every kind and only with the tier `hardware`.
    private static func server(
        for emulator: AttestationEmulator,
        takesTestEvidence: Bool = true
    ) throws -> AcceptedAttestations {
        let clock = ManualClock(now)
        let anchors = try TrustAnchors(pem: emulator.authority.rootPEM)
        let (name, digest) = (emulator.app.packageName, emulator.app.certificateDigest)
        let app = AndroidApp(packageName: name, certificateDigests: [digest])
        return AcceptedAttestations([
            .safetyNet: SafetyNetAttestation(app: app, anchors: anchors, minTier: .hardware, clock: clock),
            .playIntegrity: PlayIntegrityAttestation(
                app: app,
                keys: try PlayIntegrityKeys(
                    decryption: SecretBytes(emulator.exposedDecryptionKey),
                    verification: emulator.verificationKey
                ),
                minTier: .hardware,
                takesTestEvidence: takesTestEvidence,
                clock: clock
            ),
            .keyAttestation: KeyAttestation(app: app, anchors: anchors, clock: clock),
            .appAttest: AppAttestation(
                appID: emulator.app.appID,
                environment: takesTestEvidence ? .development : .production,
                anchors: anchors,
                clock: clock
            ),
        ])
    }

    @Test("issues evidence of every kind that a server accepts", arguments: AttestationEvidence.Kind.allCases)
    func accepted(kind: AttestationEvidence.Kind) async throws {
        try await expectAccepted(kind, of: emulator)
    }

    /// Expects that a server of `self.emulator` accepts evidence of `issuer`.
    private func expectAccepted(_ kind: AttestationEvidence.Kind, of issuer: AttestationEmulator) async throws {
        let evidence = try issuer.issue(kind, boundTo: Self.binding, at: Self.now)
        let decision = try await Self.server(for: emulator).decide(evidence, boundTo: Self.binding)
        let expiry = kind == .appAttest ? emulator.authority.validity.upperBound : Self.now.advanced(bySeconds: 600)
        #expect(decision == .accepted(.hardware, expiry: expiry))
        #expect(evidence.exposedText.utf8.count < 10_000)
    }

    @Test("marks its evidence as test evidence, in a form that production servers recognise")
    func isForTests() async throws {
        #expect(try TrustAnchors(pem: emulator.authority.rootPEM).areForTests)
        let server = try Self.server(for: emulator, takesTestEvidence: false)
        for kind in [AttestationEvidence.Kind.playIntegrity, .appAttest] {
            let evidence = try emulator.issue(kind, boundTo: Self.binding, at: Self.now)
            #expect(await server.decide(evidence, boundTo: Self.binding) == .refused(.testEvidence))
        }
    }

    @Test("makes each possible defect of a kind, and the server names it", arguments: AttestationDefect.allCases)
    func defects(defect: AttestationDefect) async throws {
        let server = try Self.server(for: emulator)
        for kind in AttestationEvidence.Kind.allCases {
            guard let refusal = defect.refusal(of: kind) else {
                #expect(throws: EmulatorStateError.noSuchDefect) {
                    try emulator.issue(kind, boundTo: Self.binding, at: Self.now, defect: defect)
                }
                continue
            }
            let evidence = try emulator.issue(kind, boundTo: Self.binding, at: Self.now, defect: defect)
            #expect(await server.decide(evidence, boundTo: Self.binding) == .refused(refusal), "\(kind)")
        }
    }

    @Test("continues from its stored state as the same emulator", arguments: AttestationEvidence.Kind.allCases)
    func stored(kind: AttestationEvidence.Kind) async throws {
        let later = try AttestationEmulator(restoring: emulator.exposedState())
        #expect(later.app == emulator.app)
        try await expectAccepted(kind, of: later)
    }

    @Test("does not start with a damaged state")
    func damaged() throws {
        let state = try #require(String(data: emulator.exposedState(), encoding: .utf8))
        let foreign = P256.Signing.PrivateKey().pemRepresentation.replacing("\n", with: "\\n")
        let key = emulator.authority.exposedIssuerKeyPEM.replacing("\n", with: "\\n")
        for text in ["", "{}", state.replacing(key, with: foreign), state.replacing("PRIVATE", with: "PUBLIC")] {
            #expect(throws: EmulatorStateError.damaged) { try AttestationEmulator(restoring: Data(text.utf8)) }
        }
    }
}
