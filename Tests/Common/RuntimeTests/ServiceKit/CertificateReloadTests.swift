import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import Foundation
import NIOSSL
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("Certificate files", .timeLimit(.minutes(2)))
struct CertificateReloadTests {
    private let fixture: TLSFixture

    init() throws { fixture = try TLSFixture() }

    @Test("are checked each minute: new connections get the new certificate, open ones keep theirs")
    func watch() async throws {
        let (monotonicClock, log, metrics) = (ManualMonotonicClock(), LogCapture(), MetricsRegistry())
        let files = HostConfiguration.forTests(publicTLS: fixture.files)
        try await fixture.run(files, monotonicClock: monotonicClock, log: log, metrics: metrics) { ports, _ in
            let old = try await fixture.connect(ports.public)
            #expect(try await old.exchange(get("/v1/open")).status == 204)
            let end = try fixture.replaceServer(seconds: 9000)
            await monotonicClock.sleepers(atLeast: 1)
            #expect(monotonicClock.wakeUps == [.seconds(60)])
            monotonicClock.advance(by: .seconds(60))
            // The watch sleeps again after the check.
            await monotonicClock.sleepers(atLeast: 1)
            let new = try await fixture.connect(ports.public)
            #expect(try await new.exchange(get("/v1/open")).status == 204)
            #expect(try await old.exchange(get("/v1/open")).status == 204)
            #expect(try await old.serverCertificate() != new.serverCertificate())
            #expect(try await new.serverCertificate()?.notValidAfter == Int(end.seconds))
            let gauge = #"tls_certificate_expiry_timestamp_seconds{listener="public"} \#(end.seconds)"#
            #expect(metrics.prometheusText().contains(gauge + "\n"))
            #expect(log.lines.filter { $0.contains("tls-certificate-loaded") }.count == 2)
            await old.close()
            await new.close()
        }
    }

    @Test("that are unusable leave the previous ones in use, and are logged once each")
    func broken() async throws {
        let (log, metrics) = (LogCapture(), MetricsRegistry())
        let good = try fixture.authority.server(hosts: ["localhost"])
        try await fixture.run(.forTests(publicTLS: fixture.files), log: log, metrics: metrics) { ports, host in
            try fixture.write(good.certificatePEM, to: "server.pem")
            host.reloadCertificates()
            host.reloadCertificates()
            try fixture.write("no key", to: "server-key.pem")
            host.reloadCertificates()
            let refusals = log.lines.filter { $0.contains("tls-certificate-refused") }
            #expect(refusals.count == 2)
            #expect(refusals.first?.contains("does not belong to the first certificate") == true)
            #expect(refusals.last?.contains("contains no private key") == true)
            #expect(metrics.prometheusText().contains(#"tls_reload_failures_total{listener="public"} 3"# + "\n"))
            #expect(try await fixture.answer(get("/v1/open"), ports.public).status == 204)
            try fixture.write(String(decoding: good.keyPEM.exposedBytes, as: UTF8.self), to: "server-key.pem")
            host.reloadCertificates()
            let client = try await fixture.connect(ports.public)
            #expect(try await client.exchange(get("/v1/open")).status == 204)
            let certificate = try NIOSSLCertificate(bytes: Array(good.certificatePEM.utf8), format: .pem)
            #expect(try await client.serverCertificate() == certificate)
            await client.close()
        }
    }

    @Test("are replaced under load without a failed request")
    func underLoad() async throws {
        let log = LogCapture()
        try await fixture.run(.forTests(publicTLS: fixture.files), log: log) { ports, host in
            let load = Load(port: ports.public, configuration: try fixture.client())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    // Half of the workers keep their connection, half open a new one for each request.
                    group.addTask { try await load.run(keeps: worker.isMultiple(of: 2)) }
                }
                group.addTask {
                    for round in 1...20 {
                        try fixture.replaceServer(seconds: 3600 + Int64(round))
                        host.reloadCertificates()
                        // Each certificate serves some requests before the next one replaces it.
                        let target = load.answered + 12
                        while load.answered < target {
                            try Task.checkCancellation()
                            await Task.yield()
                        }
                    }
                    load.end()
                }
                try await group.waitForAll()
            }
            #expect(load.answered >= 240)
            #expect(log.lines.filter { $0.contains("tls-certificate-loaded") }.count == 21)
        }
    }

    @Test("that are missing or wrong stop the start, with an explanation")
    func start() async throws {
        let other = try fixture.authority.client(name: "other")
        try fixture.write("garbage", to: "garbage.pem")
        for name in ["other.pem", "shared.pem"] {
            try fixture.write(String(decoding: other.keyPEM.exposedBytes, as: UTF8.self), to: name)
        }
        try SecretFile.set(mode: 0o644, of: fixture.folder.appending(path: "shared.pem"))
        let sharing = "others than the server's user can use the private key @/shared.pem: chmod 600 @/shared.pem"
        for (certificate, key, authority, problem) in [
            ("none", "server-key", nil, "the file @/none.pem cannot be read: No such file or directory"),
            ("garbage", "server-key", nil, "the file @/garbage.pem contains no certificates in PEM"),
            ("server", "garbage", nil, "the file @/garbage.pem contains no private key in PEM without a passphrase"),
            ("server", "other", nil, "the key @/other.pem does not belong to the first certificate of @/server.pem"),
            ("server", "shared", nil, sharing),
            ("server", "server-key", "server-key", "the file @/server-key.pem contains no certificates in PEM"),
        ] as [(String, String, String?, String)] {
            let path = { (name: String) in fixture.path("\(name).pem") }
            let files = TLSFiles(certificate: path(certificate), key: path(key), clientAuthority: authority.map(path))
            let error = #expect(throws: HostError.self) { try fixture.host(.forTests(publicTLS: files)) }
            let reason = error?.description.replacing(fixture.folder.path, with: "@")
            #expect(reason == "the public listener has no TLS: \(problem)")
        }
    }

    @Test("whose new key other users can read are not used, and the old pair stays in use")
    func sharedKey() async throws {
        let log = LogCapture()
        let host = try fixture.host(.forTests(publicTLS: fixture.files), log: log)
        try fixture.replaceServer()
        try SecretFile.set(mode: 0o644, of: fixture.folder.appending(path: "server-key.pem"))
        host.reloadCertificates()
        #expect(log.lines.filter { $0.contains("tls-certificate-loaded") }.count == 1)
        #expect(log.lines.filter { $0.contains("tls-certificate-refused") && $0.contains("chmod 600") }.count == 1)
        try SecretFile.set(mode: 0o600, of: fixture.folder.appending(path: "server-key.pem"))
        host.reloadCertificates()
        #expect(log.lines.filter { $0.contains("tls-certificate-loaded") }.count == 2)
    }

    @Test("that have expired are used with one warning")
    func expired() async throws {
        let end = try fixture.replaceServer(seconds: -60)
        let log = LogCapture()
        let host = try fixture.host(.forTests(publicTLS: fixture.files), log: log)
        host.reloadCertificates()
        let warnings = log.lines.filter { $0.contains("tls-certificate-expired") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(#""level":"warning""#) == true)
        #expect(warnings.first?.contains(end.description) == true)
    }
}

@Suite("TLS settings")
struct TLSSettingsTests {
    private static func configuration(_ settings: [String: String]) async throws -> HostConfiguration {
        try await HostConfiguration(
            SettingsReader(commandLine: settings, environment: [:], catalogue: HostSettings.catalogue)
        )
    }

    @Test("belong to one listener each")
    func whole() async throws {
        let configuration = try await Self.configuration([
            "public.tls-certificate": "a", "public.tls-key": "b", "internal.tls-certificate": "c",
            "internal.tls-key": "d", "internal.tls-client-ca": "e", "tls.minimum-version": "1.2",
        ])
        #expect(configuration.publicTLS == TLSFiles(certificate: "a", key: "b"))
        #expect(configuration.internalTLS == TLSFiles(certificate: "c", key: "d", clientAuthority: "e"))
        #expect(configuration.minimumTLSVersion == .tls12)
    }

    @Test("default to plain HTTP and TLS 1.3")
    func none() async throws {
        let configuration = try await Self.configuration([:])
        #expect(configuration.publicTLS == nil)
        #expect(configuration.internalTLS == nil)
        #expect(configuration.minimumTLSVersion == .tls13)
    }

    @Test(
        "that are incomplete name the missing half",
        arguments: [
            (["public.tls-certificate"], "public.tls-key"), (["public.tls-key"], "public.tls-certificate"),
            (["internal.tls-client-ca"], "internal.tls-certificate"),
            (["internal.tls-client-ca", "internal.tls-certificate"], "internal.tls-key"),
        ]
    )
    func half(set: [String], missing: String) async throws {
        let settings = Dictionary(uniqueKeysWithValues: set.map { ($0, "file.pem") })
        let error = await #expect(throws: SettingsError.self) { try await Self.configuration(settings) }
        guard case .missing(setting: missing, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("refuse versions of TLS that do not exist or are too old", arguments: ["1.1", "1.4", "tls1.3", ""])
    func version(text: String) async throws {
        await #expect(throws: SettingsError.self) { try await Self.configuration(["tls.minimum-version": text]) }
    }
}

/// Sends requests without a pause until told to end. The first failure throws.
private final class Load: Sendable {
    private let port: Int
    private let configuration: TLSConfiguration
    private let isOver = Atomic(false)
    private let count = Atomic(0)

    init(port: Int, configuration: TLSConfiguration) {
        self.port = port
        self.configuration = configuration
    }

    var answered: Int { count.load(ordering: .relaxed) }

    func end() { isOver.store(true, ordering: .relaxed) }

    /// - Parameter keeps: whether all requests use one connection.
    func run(keeps: Bool) async throws {
        var client = try await TLSClient(port: port, configuration: configuration)
        while !isOver.load(ordering: .relaxed) {
            #expect(try await client.exchange(get("/v1/open")).status == 204)
            count.add(1, ordering: .relaxed)
            if !keeps {
                await client.close()
                client = try await TLSClient(port: port, configuration: configuration)
            }
        }
        await client.close()
    }
}
