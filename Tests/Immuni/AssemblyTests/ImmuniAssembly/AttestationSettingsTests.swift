import AttestationAssembly
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import ImmuniAssembly
import ImmuniDemoServers
import ServiceKit
import ServiceTesting
import Testing

@Suite("Settings of attestations")
struct AttestationSettingsTests {
    private static let binding = [UInt8](repeating: 7, count: 32)
    private static let android: [AttestationEvidence.Kind] = [.safetyNet, .playIntegrity, .keyAttestation]

    /// A server with the settings that a new emulator prints.
    private static func with(
        _ body: (_ sample: SampleServer, _ emulator: AttestationEmulator) async throws -> Void
    ) async throws {
        try await SampleServer.with { sample in
            let app = EmulatedApp(
                packageName: "it.example.app",
                certificateDigest: [UInt8](repeating: 9, count: 32),
                appID: "TEAM123456.it.example.app"
            )
            let path = sample.folder.appending(path: "emulator")
            let folder = try EmulatorFolder.make(in: path, app: app, now: SampleServer.noon, days: 1)
            let configured = folder.settings.reduce(sample) { $0.with($1.name, $1.value) }
            try await body(configured, folder.emulator)
        }
    }

    private static func decision(
        of sample: SampleServer,
        on kind: AttestationEvidence.Kind,
        from emulator: AttestationEmulator,
        log: LogCapture = LogCapture()
    ) async throws -> AttestationDecision {
        let evidence = try emulator.issue(kind, boundTo: binding, at: SampleServer.noon)
        let assembly = try await sample.assembly()
        let verifier =
            try kind == .appAttest ? assembly.appAttestation() : assembly.androidAttestation(logger: log.logger)
        return await verifier.decide(evidence, boundTo: binding)
    }

    @Test("with the settings that the emulator prints, the server accepts its evidence of every kind")
    func accepted() async throws {
        try await Self.with { sample, emulator async throws in
            for kind in AttestationEvidence.Kind.allCases {
                #expect(try await Self.decision(of: sample, on: kind, from: emulator).isAccepted, "\(kind)")
            }
        }
    }

    @Test("by default the server accepts no attestation, and says so when it starts")
    func nothing() async throws {
        try await Self.with { sample, emulator in
            let log = LogCapture()
            let bare = sample.with("analytics.google.attestations", nil)
            let decision = try await Self.decision(of: bare, on: .playIntegrity, from: emulator, log: log)
            #expect(decision == .refused(.kindNotAccepted))
            #expect(log.lines.contains { $0.contains("no-android-attestation") })
        }
    }

    @Test("the server accepts only the named kinds", arguments: android)
    func named(kind: AttestationEvidence.Kind) async throws {
        try await Self.with { sample, emulator in
            let one = sample.with("analytics.google.attestations", kind.rawValue)
            for other in Self.android {
                let decision = try await Self.decision(of: one, on: other, from: emulator)
                #expect(decision.isAccepted == (other == kind), "\(other)")
            }
        }
    }

    @Test(
        "the server refuses an emulator's root unless test evidence is allowed",
        arguments: [AttestationEvidence.Kind.safetyNet, .keyAttestation]
    )
    func testRoot(kind: AttestationEvidence.Kind) async throws {
        try await Self.with { sample, _ in
            let changes = ["analytics.test-evidence": nil, "analytics.google.attestations": kind.rawValue]
            let path = sample.folder.appending(path: "emulator/root.pem").path
            let refusal = AttestationSetupError.testRoot(path, allowedBy: "analytics.test-evidence")
            let assembly = try await sample.with(changes).assembly()
            #expect(throws: refusal) { try assembly.androidAttestation(logger: LogCapture().logger) }
            #expect(throws: refusal) { try assembly.appAttestation() }
        }
    }

    @Test("the server names each missing setting of a kind and each unusable file")
    func missing() async throws {
        try await Self.with { sample, _ in
            let junk = sample.folder.appending(path: "junk").path
            try SecretFile.write("%", to: URL(fileURLWithPath: junk))
            let files = [
                "safety-net-roots", "play-integrity-decryption-key", "play-integrity-verification-key",
                "key-attestation-roots",
            ].map { "analytics.google.\($0)" }
            for name in files + ["analytics.google.package", "analytics.google.certificate-digests"] {
                #expect(try await Self.problem(sample.with(name, nil)) == .lacks(name))
            }
            for name in files + ["analytics.google.key-attestation-revoked"] {
                let missing = try await Self.problem(sample.with(name, "/nowhere"))
                #expect(missing == .file(.unreadable("/nowhere")), "\(name)")
                let problem = try await Self.problem(sample.with(name, junk))
                #expect(problem?.description.hasPrefix("the file \(junk) ") == true, "\(name)")
            }
            let apple = try await sample.with("analytics.apple.app-id", nil).assembly()
            #expect(throws: AttestationSetupError.lacks("analytics.apple.app-id")) { try apple.appAttestation() }
        }
    }

    private static func problem(_ sample: SampleServer) async throws -> AttestationSetupError? {
        do {
            _ = try await sample.assembly().androidAttestation(logger: LogCapture().logger)
            return nil
        } catch let error as AttestationSetupError {
            return error
        }
    }

    @Test(
        "the server refuses impossible values",
        arguments: [
            ("analytics.google.attestations", "app-attest"), ("analytics.google.attestations", "safety-net,safety-net"),
            ("analytics.google.attestations", "safety-net,"), ("analytics.google.certificate-digests", "00"),
            ("analytics.google.certificate-digests", String(repeating: "0", count: 65)),
            ("analytics.google.tier", "software"),
        ]
    )
    func nonsense(name: String, value: String) async throws {
        try await SampleServer.with { sample in
            let error = await #expect(throws: SettingsError.self) { _ = try await sample.with(name, value).assembly() }
            #expect(error.map { "\($0)" }?.contains(name) == true)
        }
    }

    @Test("a digest may be hexadecimal in either case or base64")
    func digests() async throws {
        try await Self.with { sample, emulator in
            let digest = emulator.app.certificateDigest
            let hex = Hex.encode(digest)
            for text in [hex, hex.uppercased(), Base64.encode(digest), "\(String(repeating: "0", count: 64)),\(hex)"] {
                let one = sample.with("analytics.google.certificate-digests", text)
                let decision = try await Self.decision(of: one, on: .keyAttestation, from: emulator)
                #expect(decision.isAccepted)
            }
        }
    }

    @Test("a changed list of revoked keys applies at once, and a damaged one changes nothing")
    func revoked() async throws {
        try await Self.with { sample, emulator in
            let file = sample.folder.appending(path: "status.json")
            try Data(#"{"entries":{}}"#.utf8).write(to: file)
            let log = LogCapture()
            let verifier = try await sample.with("analytics.google.key-attestation-revoked", file.path).assembly()
                .androidAttestation(logger: log.logger)
            let evidence = try emulator.issue(.keyAttestation, boundTo: Self.binding, at: SampleServer.noon)
            #expect(await verifier.decide(evidence, boundTo: Self.binding).isAccepted)
            let serial = try emulator.authority.issuerSerial
            try Data(#"{"entries":{"\#(serial)":{"status":"REVOKED"}}}"#.utf8).write(to: file)
            #expect(await verifier.decide(evidence, boundTo: Self.binding) == .refused(.chainNotTrusted))
            for _ in 0..<2 {
                try Data("damaged".utf8).write(to: file)
                #expect(await verifier.decide(evidence, boundTo: Self.binding) == .refused(.chainNotTrusted))
            }
            #expect(log.lines.contains { $0.contains("revoked-keys-unusable") })
            try Data(#"{"entries":{},"more":0}"#.utf8).write(to: file)
            #expect(await verifier.decide(evidence, boundTo: Self.binding).isAccepted)
        }
    }
}

extension AttestationDecision {
    fileprivate var isAccepted: Bool {
        if case .accepted(.hardware, _) = self { true } else { false }
    }
}
