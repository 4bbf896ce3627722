import AppConfigurationService
import ExposureTesting
import Foundation
import KeyExport
import ServerAssembly
import ServiceKit
import ServiceTesting
import Testing

@Suite("What a server refuses to start without")
struct RefusalTests {
    /// What `sample` says when its host is made.
    private func refusal(_ sample: SampleServer, _ services: [ServiceName] = ServiceName.allCases) async -> String? {
        do {
            _ = try await sample.assembly().host(for: services, logger: LogCapture().logger)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("without a preset it says which option and which variable give one")
    func preset() async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("preset", nil)))
            #expect(words.contains("--preset") && words.contains("AVVISO_PRESET") && words.contains("demo"))
            #expect(await refusal(sample) == nil)
            let environment = ["AVVISO_PRESET": "demo"]
            #expect(try await sample.with("preset", nil).settings(environment: environment).preset == "demo")
        }
    }

    @Test(
        "a preset that is neither built in nor a file is named",
        arguments: ["demonstration", "/nowhere/preset.json"]
    )
    func unknownPreset(name: String) async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("preset", name)))
            #expect(words.contains("\"\(name)\"") && words.contains("demo"))
        }
    }

    @Test("an incomplete preset file is refused with platform, build and setting")
    func incompletePreset() async throws {
        try await SampleServer.with { sample in
            let demo = try #require(SettingsPreset.builtIn(named: "demo"))
            let file = sample.folder.appending(path: "preset.json")
            try Data(demo).write(to: file)
            #expect(await refusal(sample.with("preset", file.path)) == nil, "the demo preset as a file")
            let text = String(decoding: demo, as: UTF8.self)
                .replacingOccurrences(of: "\"teks_packet_size\"", with: "\"teks_packet_sizes\"")
            try Data(text.utf8).write(to: file)
            let words = try #require(await refusal(sample.with("preset", file.path)))
            #expect(words.hasPrefix("the preset cannot be used: ios, build 1: teks_packet_sizes is no setting"))
            #expect(words.contains("android, build 1: teks_packet_size is missing"), "all reasons are told")
        }
    }

    @Test("without a signing key it says how to get and give one")
    func signingKey() async throws {
        try await SampleServer.with { sample in
            let words = try #require(await refusal(sample.with("signing-key", nil)))
            #expect(
                words.contains("--signing-key") && words.contains("AVVISO_SIGNING_KEY")
                    && words.contains("avviso keys generate")
            )
        }
    }

    @Test("a signing key that cannot be read or is none is told, and never printed")
    func badSigningKey() async throws {
        try await SampleServer.with { sample in
            let missing = try #require(await refusal(sample.with("signing-key", "/nowhere/key.pem")))
            #expect(missing == "the file /nowhere/key.pem cannot be read")
            let file = sample.folder.appending(path: "bad.pem")
            let lines = SampleServer.signingKey.split(separator: "\n")
            try Data((lines.prefix(2) + lines.suffix(1)).joined(separator: "\n").utf8).write(to: file)
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

    @Test("an internal listener that other machines reach needs a token")
    func internalListener() async throws {
        try await SampleServer.with { sample in
            let open = sample.with("internal.address", "0.0.0.0:0")
            #expect(await refusal(open)?.isEmpty == false)
            #expect(await refusal(open.with("internal.token", "0123456789abcdef")) == nil)
        }
    }

    @Test(
        "every value is refused in words that name the setting",
        arguments: ["time-zone", "otp.lifetime", "publication.period"]
    )
    func badValue(name: String) async throws {
        try await SampleServer.with { sample in
            let error = await #expect(throws: SettingsError.self) {
                _ = try await sample.with(name, "nonsense").settings()
            }
            #expect(error.map { "\($0)" }?.contains(name) == true)
        }
    }

    @Test("a command that works on existing data makes none where there is none")
    func missingDatabase() async throws {
        try await SampleServer.with { sample in
            let settings = try await sample.settings()
            let assembly = try ServerAssembly(settings: settings, clock: sample.clock, mayMakeDatabases: false)
            let refusal = AssemblyError.noDatabase(settings.dataFolder.path)
            #expect(throws: refusal) { _ = try assembly.publicationJob() }
            #expect(throws: refusal) { _ = try assembly.cleanupJob() }
            #expect(!FileManager.default.fileExists(atPath: settings.dataFolder.path))
            try await sample.assembly().migrate()
            _ = try assembly.publicationJob()
        }
    }

    @Test("serving settings alone makes no database of keys")
    func configAlone() async throws {
        try await SampleServer.with { sample in
            #expect(await refusal(sample, [.config]) == nil)
            let folder = try await sample.settings().dataFolder
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.contains("settings.sqlite"))
            #expect(!names.contains { $0.hasPrefix("exposures") })
        }
    }

    @Test("all files of the data folder are readable by their owner alone")
    func permissions() async throws {
        try await SampleServer.with { sample in
            #expect(await refusal(sample) == nil)
            let folder = try await sample.settings().dataFolder
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(names.count > 4)
            for name in names + ["."] {
                let path = folder.appending(path: name).path
                let mode = try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
                #expect(mode & 0o077 == 0, "\(name)")
            }
        }
    }

    @Test("a data folder that cannot be made is an error")
    func dataFolder() async throws {
        try await SampleServer.with { sample in
            let file = sample.folder.appending(path: "file")
            try Data().write(to: file)
            #expect(await refusal(sample.with("data", file.appending(path: "data").path)) != nil)
        }
    }
}
