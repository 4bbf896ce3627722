import CommonAssembly
import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAssembly
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("Fitness findings")
struct FitnessTests {
    /// The names of the findings of a server that runs `services`.
    private static func names(
        _ sample: SampleServer,
        _ services: [ServiceName] = ImmuniSystem.allServices
    ) async throws -> Set<String> {
        let inspection = try await sample.inspection(of: services)
        #expect(inspection.problem == nil)
        return Set(inspection.findings.map(\.name))
    }

    /// A set-up without findings.
    private static func fit(_ sample: SampleServer) throws -> SampleServer {
        let certificates = try DemoAuthorityFiles.make(in: sample.folder.appending(path: "tls"), now: SampleServer.noon)
        let preset = try sample.preset(replacing: "example.org", with: "salute.example")
        let key = sample.folder.appending(path: "apple.p8")
        try SecretFile.write(SampleServer.signingKey, to: key)
        let settings = [
            "preset": preset.path, "public.tls-certificate": certificates.server.path,
            "public.tls-key": certificates.serverKey.path, "internal.tls-certificate": certificates.server.path,
            "internal.tls-key": certificates.serverKey.path, "internal.tls-client-ca": certificates.root.path,
            "publication.padded-key-count": "50", "cover.floor": "150ms", "cover.tick": "50ms",
            "ingestion.min-body": "108976", "analytics.google.attestations": "key-attestation",
            "analytics.google.package": "it.example.app",
            "analytics.google.certificate-digests": String(repeating: "0", count: 64),
            "analytics.google.key-attestation-roots": certificates.root.path, "analytics.apple.team-id": "TEAM000000",
            "analytics.apple.key-id": "KEY0000000", "analytics.apple.key": key.path,
        ]
        return sample.with(settings)
    }

    @Test("there are none if everything is set, also with a token or behind proxies")
    func nothing() async throws {
        try await SampleServer.with { sample in
            let fit = try Self.fit(sample)
            #expect(try await Self.names(fit) == [])
            let proxied = fit.with("public.tls-certificate", nil).with("public.tls-key", nil)
                .with("public.behind-proxy", "true")
            #expect(try await Self.names(proxied) == [])
            #expect(try await Self.names(proxied.with("public.address", "0.0.0.0:0")) == ["proxy-bypass"])
            #expect(try await Self.names(fit.with("public.address", "0.0.0.0:0")) == [], "it speaks TLS")
        }
    }

    @Test(
        "each fault gives exactly one",
        arguments: [
            ("unsigned", ["message-signing-key": nil, "unsigned": "true"]), ("demo-settings", ["preset": "demo"]),
            ("plain-public", ["public.tls-certificate": nil, "public.tls-key": nil]),
            ("proxy-certificate", ["portal.url": "https://portal.example"]),
            (
                "open-internal",
                ["internal.tls-certificate": nil, "internal.tls-key": nil, "internal.tls-client-ca": nil]
            ),
            ("cover-off", ["cover.floor": "0s"]), ("cover-off", ["cover.tick": "0s"]),
            ("small-bodies", ["ingestion.min-body": nil]),
            ("no-android-attestation", ["analytics.google.attestations": nil]),
            ("no-iphone-authorisation", ["analytics.apple.key": nil]),
            ("test-evidence", ["analytics.test-evidence": "true"]),
            ("test-devicecheck", ["analytics.apple.url": "https://api.development.devicecheck.apple.com"]),
            ("shared-token", ["internal.token": "0123456789abcdef"]), ("debug-log", ["log.level": "debug"]),
            ("clock-unguarded", ["clock.guard": "off"]),
        ] as [(String, [String: String?])]
    )
    func each(name: String, changes: [String: String?]) async throws {
        try await SampleServer.with { sample async throws in
            #expect(try await Self.names(Self.fit(sample).with(changes)) == [name])
        }
    }

    @Test("a chunk may hold one key, unless padding hides it")
    func chunks() async throws {
        try await SampleServer.with { sample in
            let fit = try Self.fit(sample)
            for (padded, min, names) in [
                ("0", "1", ["no-padding-keys", "small-chunks"]), ("0", "2", ["no-padding-keys"]),
                ("1", "1", ["small-chunks"]), ("2", "1", []),
            ] as [(String, String, Set<String>)] {
                let changes = ["publication.padded-key-count": padded, "publication.min-key-count": min]
                #expect(try await Self.names(fit.with(changes)) == names, "\(padded) and \(min)")
            }
        }
    }

    @Test("other machines, or operators with a token, use plain HTTP")
    func plain() async throws {
        try await SampleServer.with { sample in
            let plain = ["certificate", "key", "client-ca"].reduce(try Self.fit(sample)) {
                $0.with("internal.tls-\($1)", nil)
            }
            func names(_ changed: SampleServer) async throws -> [String] {
                let environment = ["AVVISO_INTERNAL_TOKEN": "0123456789abcdef"]
                return try await changed.inspection(environment: environment).findings.map(\.name)
            }
            #expect(try await names(plain) == [])
            #expect(try await names(plain.with("internal.address", "0.0.0.0:0")) == ["plain-internal"])
            #expect(try await names(plain.with("portal.url", "https://portal.example")) == [])
            #expect(try await names(plain.with("portal.url", "http://portal.example")) == ["plain-portal"])
        }
    }

    @Test("a certificate has ended")
    func expired() async throws {
        try await SampleServer.with { sample in
            let fit = try Self.fit(sample)
            sample.clock.advance(bySeconds: 29 * 86_400)
            #expect(try await Self.names(fit) == [])
            sample.clock.advance(bySeconds: 2 * 86_400)
            #expect(try await Self.names(fit) == ["expired-certificate"])
        }
    }

    @Test("others can read a token's file; a file of the server alone is right")
    func tokenInFile() async throws {
        try await SampleServer.with { sample in
            let fit = try Self.fit(sample)
            let file = sample.folder.appending(path: "avviso.yaml")
            try SecretFile.write("internal:\n  token: 0123456789abcdef\n", to: file)
            for (mode, names) in [(0o600, []), (0o644, ["shared-token"])] as [(Int, [String])] {
                try SecretFile.set(mode: mode, of: file)
                let inspection = try await fit.inspection(of: [.otp], environment: ["AVVISO_CONFIG": file.path])
                #expect(inspection.findings.map(\.name) == names)
            }
        }
    }

    @Test(
        "services that run alone get theirs",
        arguments: [
            ([.otp], ["open-internal"]), ([.config], ["demo-settings", "plain-public"]),
            ([.reporting], ["plain-public"]), ([.publication], ["no-padding-keys", "small-chunks"]),
            ([.portal], []), ([.ingestion], ["cover-off", "small-bodies", "plain-public"]),
        ] as [([ServiceName], Set<String>)]
    )
    func services(services: [ServiceName], names: Set<String>) async throws {
        try await SampleServer.with { sample async throws in #expect(try await Self.names(sample, services) == names) }
    }

    @Test("the server reports each once when it starts, with the words of the inspection")
    func atStart() async throws {
        try await SampleServer.with { sample in
            let told = Mutex<[[FitnessFinding]]>([])
            let log = LogCapture()
            let assembly = try await sample.assembly()
            let host = try await assembly.host(for: ImmuniSystem.allServices, logger: log.logger) { findings in
                told.withLock { $0.append(findings) }
            }
            #expect(told.withLock { $0.isEmpty }, "not before it listens")
            try await withRunning(host, log: log) { _, _ in }
            let findings = try await sample.inspection().findings
            #expect(told.withLock { $0 } == [findings])
            #expect(findings.count > 5)
        }
    }

    @Test("they print as a table with a line for each, of at most two widths of a terminal")
    func table() async throws {
        try await SampleServer.with { sample in
            let findings = try await sample.inspection().findings
            let lines = findings.table.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == findings.count + 1 && lines.last == "")
            for (line, finding) in zip(lines, findings) {
                #expect(line.hasPrefix("  \(finding.name) ") && line.count <= 160)
            }
        }
    }
}
