import CommonAssembly
import DemoAuthority
import ExposureTesting
import Foundation
import ImmuniAppConfiguration
import ImmuniAssembly
import KeyExport
import KeyFiles
import ServiceKit
import ServiceTesting
import Testing

@Suite("Refusals at the start of a server")
struct RefusalTests {
    /// The error of making the host of `sample`.
    private func refusal(_ sample: SampleServer, _ services: [ServiceName]? = nil) async -> String? {
        do {
            let services = services ?? ImmuniSystem.allServices
            _ = try await sample.assembly().host(for: services, logger: LogCapture().logger)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("without a preset the error names the option and the variable")
    func preset() async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("preset", nil)))
            #expect(words.contains("--preset") && words.contains("AVVISO_PRESET") && words.contains("demo"))
            #expect(await refusal(sample) == nil)
            let environment = ["AVVISO_PRESET": "demo"]
            let settings = try await sample.with("preset", nil).settings(environment: environment)
            #expect(try ImmuniSettings(settings).preset == "demo")
        }
    }

    @Test("an unknown preset that is not a file either is named", arguments: ["demonstration", "/nowhere/preset.json"])
    func unknownPreset(name: String) async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("preset", name)))
            #expect(words.contains("\"\(name)\"") && words.contains("demo"))
        }
    }

    @Test("an incomplete preset file is refused with platform, build and setting")
    func incompletePreset() async throws {
        try await SampleServer.with { sample in
            let demo = try sample.preset()
            #expect(await refusal(sample.with("preset", demo.path)) == nil, "the demo preset as a file")
            let file = try sample.preset(replacing: "\"teks_packet_size\"", with: "\"teks_packet_sizes\"")
            let words = try #require(await refusal(sample.with("preset", file.path)))
            #expect(words.hasPrefix("the preset cannot be used: ios, build 1: teks_packet_sizes is not a setting"))
            #expect(words.contains("android, build 1: teks_packet_size is missing"), "all reasons are told")
        }
    }

    @Test("limits for bodies that no phone sends are refused", arguments: [("108976", true), ("108977", false)])
    func minBody(bytes: String, starts: Bool) async throws {
        try await SampleServer.with { sample in
            let words = await refusal(sample.with("ingestion.min-body", bytes))
            #expect((words == nil) == starts)
            #expect(starts || words?.contains("teks_packet_size is 110000") == true)
        }
    }

    @Test("without a signing key the error says how to make and name one")
    func signingKey() async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("signing-key", nil)))
            for part in ["--signing-key", "AVVISO_SIGNING_KEY", "avviso keys generate"] {
                #expect(words.contains(part))
            }
        }
    }

    @Test("an unreadable or wrong signing key is refused and never printed")
    func badSigningKey() async throws {
        try await SampleServer.with { sample in
            let missing = try #require(await refusal(sample.with("signing-key", "/nowhere/key.pem")))
            #expect(missing == "the file /nowhere/key.pem cannot be read")
            let file = sample.folder.appending(path: "bad.pem")
            let lines = SampleServer.signingKey.split(separator: "\n")
            try SecretFile.write((lines.prefix(2) + lines.suffix(1)).joined(separator: "\n"), to: file)
            let words = try #require(await refusal(sample.with("signing-key", file.path)))
            #expect(words.contains("private key"))
            #expect(!words.contains(String(lines[1])))
        }
    }

    @Test("services that need neither preset nor key start without them")
    func notNeeded() async throws {
        try await SampleServer.with { sample in
            let bare = sample.with("preset", nil).with("signing-key", nil)
            #expect(await refusal(bare, [.otp, .ingestion, .reporting]) == nil)
            #expect(await refusal(bare, [.otp, .config])?.contains("--preset") == true)
            #expect(await refusal(bare, [.publication])?.contains("--signing-key") == true)
            #expect(await refusal(sample.with("signing-key", nil), [.config]) == nil)
            #expect(await refusal(sample.with("preset", nil), [.publication]) == nil)
        }
    }

    @Test("a server that would not sign settings and index says how to sign, or how to start without")
    func unsigned() async throws {
        try await SampleServer.with { sample in
            let bare = sample.with("message-signing-key", nil)
            for services in [[.config], [.reporting], ImmuniSystem.allServices] as [[ServiceName]] {
                let words = try #require(await refusal(bare, services))
                #expect(words.contains("--message-signing-key") && words.contains("--unsigned"))
                #expect(await refusal(bare.with("unsigned", "true"), services) == nil)
            }
            #expect(await refusal(bare, [.otp, .ingestion, .publication, .analytics, .portal]) == nil)
            // A server with a key signs, whatever the other settings say.
            let both = try await sample.with("unsigned", "true").assembly()
            #expect(try both.realm.messagePublicKeyPEM() != nil)
        }
    }

    @Test("a proxy before the internal listener needs a way to recognise callers")
    func portalBehindProxy() async throws {
        try await SampleServer.with { sample in
            let proxied = sample.with("portal.url", "https://portal.example")
            for services in [[.portal], [.otp], ImmuniSystem.allServices] as [[ServiceName]] {
                #expect(await refusal(proxied, services)?.contains("internal.token") == true)
                #expect(await refusal(proxied.with("internal.token", "0123456789abcdef"), services) == nil)
            }
            let tls = try DemoAuthorityFiles.make(in: sample.folder.appending(path: "tls"), now: SampleServer.noon)
            let files = ["internal.tls-certificate": tls.server.path, "internal.tls-key": tls.serverKey.path]
            let secured = proxied.with(files)
            #expect(await refusal(secured)?.contains("internal.tls-client-ca") == true)
            #expect(await refusal(secured.with("internal.tls-client-ca", tls.root.path)) == nil)
        }
    }

    @Test("every private key that others can read is refused with one command that helps")
    func sharedKeys() async throws {
        try await SampleServer.with { sample in
            let ring = sample.folder.appending(path: "ring")
            _ = try SigningKeyFolder(ring).create(id: "222", version: "v1", pem: nil, now: SampleServer.noon)
            let tls = try DemoAuthorityFiles.make(in: sample.folder.appending(path: "tls"), now: SampleServer.noon)
            func file(_ name: String) throws -> URL {
                let file = sample.folder.appending(path: name)
                try SecretFile.write(SampleServer.signingKey, to: file)
                return file
            }
            func listener(_ name: String) -> [String: String?] {
                ["\(name).tls-certificate": tls.server.path, "\(name).tls-key": tls.serverKey.path]
            }
            let (apple, decryption) = (try file("apple.p8"), try file("decryption"))
            let cases: [(URL, SampleServer)] = [
                (sample.folder.appending(path: "signing.pem"), sample),
                (sample.folder.appending(path: "messages.pem"), sample),
                (ring.appending(path: "v1.pem"), sample.with("signing-key", ring.path)),
                (tls.serverKey, sample.with(listener("public"))), (tls.serverKey, sample.with(listener("internal"))),
                (
                    apple,
                    sample.with([
                        "analytics.apple.team-id": "TEAM000000", "analytics.apple.key-id": "KEY0000000",
                        "analytics.apple.key": apple.path,
                    ])
                ),
                (
                    decryption,
                    sample.with([
                        "analytics.google.attestations": "play-integrity", "analytics.google.package": "it.example.app",
                        "analytics.google.certificate-digests": String(repeating: "0", count: 64),
                        "analytics.google.play-integrity-decryption-key": decryption.path,
                        "analytics.google.play-integrity-verification-key": decryption.path,
                    ])
                ),
            ]
            for (key, server) in cases {
                try SecretFile.set(mode: 0o644, of: key)
                let words = try #require(await refusal(server), "\(key.lastPathComponent)")
                #expect(words.hasSuffix("chmod 600 \(key.path)") && !words.contains("\n"))
                try SecretFile.set(mode: 0o600, of: key)
                #expect(await refusal(server)?.contains("chmod") != true)
            }
        }
    }

    @Test("an internal listener that other machines reach needs a token")
    func internalListener() async throws {
        try await SampleServer.with { sample in
            let open = sample.with("internal.address", "0.0.0.0:0")
            #expect(await refusal(open)?.isEmpty == false)
            #expect(await refusal(open.with("internal.token", "0123456789abcdef")) == nil)
        }
    }

    @Test(
        "each refused value is reported with the name of its setting",
        arguments: ["time-zone", "otp.lifetime", "publication.period"]
    )
    func badValue(name: String) async throws {
        try await SampleServer.with { sample in
            let wrong = sample.with(name, "nonsense")
            let error = await #expect(throws: SettingsError.self) { _ = try await wrong.assembly() }
            #expect(error.map { "\($0)" }?.contains(name) == true)
        }
    }

    @Test("a command on existing data creates none")
    func missingDatabase() async throws {
        try await SampleServer.with { sample in
            let settings = try await sample.settings()
            let assembly = try ImmuniSystem(settings, clock: sample.clock, mayMakeDatabases: false)
            let refusal = AssemblyError.noDatabase(sample.dataFolder.path)
            #expect(throws: refusal) { _ = try assembly.publicationJob() }
            #expect(throws: refusal) { _ = try assembly.cleanupJob() }
            #expect(!FileManager.default.fileExists(atPath: sample.dataFolder.path))
            _ = try await sample.assembly().server.migrate()
            _ = try assembly.publicationJob()
        }
    }

    @Test("serving settings alone makes no database of keys")
    func configAlone() async throws {
        try await SampleServer.with { sample in
            #expect(await refusal(sample, [.config]) == nil)
            let folder = sample.dataFolder
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.contains("settings.sqlite"))
            #expect(!names.contains { $0.hasPrefix("exposures") })
        }
    }

    @Test("all files of the data folder are readable by their owner only")
    func permissions() async throws {
        try await SampleServer.with { sample in
            #expect(await refusal(sample) == nil)
            let folder = sample.dataFolder
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(names.count > 4)
            for name in names + ["."] {
                #expect(try SecretFile.mode(of: folder.appending(path: name)) & 0o077 == 0, "\(name)")
            }
        }
    }

    @Test("a data folder that cannot be created is an error")
    func dataFolder() async throws {
        try await SampleServer.with { sample in
            let file = sample.folder.appending(path: "file")
            try Data().write(to: file)
            #expect(await refusal(sample.with("data", file.appending(path: "data").path)) != nil)
        }
    }
}
