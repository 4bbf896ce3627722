import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnLaboratory
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
import ServiceKit
import Testing

@Suite("Corona-Warn's services from their settings")
struct CoronaWarnSystemTests {
    /// The result of inspecting a set-up in a folder of its own.
    private static func inspect(
        _ settings: [String: String] = [:],
        services: [ServiceName] = [.laboratory, .verification, .submission]
    ) async throws -> SetupInspection {
        try await TemporaryFolder.with { folder in
            let data = ["data": folder.appending(path: "data").path]
            let reader = try await SettingsReader.ofCoronaWarn(settings.merging(data) { $1 })
            let clock = ManualClock(CoronaWarnSamples.now)
            return await SetupInspection([CoronaWarnSystem.self], reader, services: services, clock: clock)
        }
    }

    @Test("start by their defaults, each alone and together")
    func start() async throws {
        for services in [[ServiceName.laboratory], [.verification], [.submission], [.laboratory, .submission]] {
            let inspection = try await Self.inspect(services: services)
            #expect(inspection.problem == nil)
            #expect(inspection.findings.contains { $0.name == "open-tans" } == (services != [.submission]))
        }
    }

    @Test("are found unfit by their own rules, and fit without the faults")
    func fitness() async throws {
        let token = ["internal.token": String(repeating: "t", count: 32)]
        let names = try await Self.inspect(token).findings.map(\.name)
        #expect(!names.contains("open-tans") && !names.contains("verification-cover-off"))
        let uncovered = token.merging(["cover.tick": "0s"]) { $1 }
        #expect(try await Self.inspect(uncovered).findings.contains { $0.name == "verification-cover-off" })
        let laboratory = try await Self.inspect(uncovered, services: [.laboratory])
        #expect(!laboratory.findings.contains { $0.name == "verification-cover-off" })
        let submission = try await Self.inspect(uncovered, services: [.submission])
        #expect(submission.findings.contains { $0.name == "submission-cover-off" })
    }

    @Test("distribution needs a key for packages and one for indexes, or says so")
    func distribution() async throws {
        for settings in [[:], ["unsigned": "true"], ["message-signing-key": "/nowhere.pem"]] {
            #expect(try await Self.inspect(settings, services: [.distribution]).problem != nil)
        }
        try await TemporaryFolder.with { folder in
            let (exports, messages) = (folder.appending(path: "a.pem"), folder.appending(path: "b.pem"))
            for file in [exports, messages] {
                try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: file)
            }
            let keys = ["signing-key": exports.path]
            #expect(try await Self.inspect(keys, services: [.distribution]).problem != nil)
            let both = keys.merging(["message-signing-key": messages.path]) { $1 }
            for settings in [both, keys.merging(["unsigned": "true"]) { $1 }] {
                #expect(try await Self.inspect(settings, services: [.distribution]).problem == nil)
            }
            for (name, setting) in [
                ("unsigned-tree", ["message-signing-key": "", "unsigned": "true"]),
                ("small-packages", ["distribution.min-keys": "139"]),
                ("small-packages", ["distribution.max-wait": "336"]),
            ] {
                let unfit = both.merging(setting) { $1 }.filter { !$0.value.isEmpty }
                for (settings, isUnfit) in [(both, false), (unfit, true)] {
                    let findings = try await Self.inspect(settings, services: [.distribution]).findings
                    #expect(findings.contains { $0.name == name } == isUnfit, "\(name)")
                }
            }
        }
    }

    @Test("a verification service elsewhere is called over TLS, by authorities that can be read")
    func remoteVerification() async throws {
        for (url, isUnfit) in [("http://a.example:1", true), ("https://a.example", false)] {
            let inspection = try await Self.inspect(["submission.verification-url": url], services: [.submission])
            #expect(inspection.problem == nil)
            #expect(inspection.findings.contains { $0.name == "plain-verification" } == isUnfit)
        }
        let settings = [
            "submission.verification-url": "https://a.example", "submission.verification-trust-root": "/nowhere.pem",
        ]
        #expect(try await Self.inspect(settings, services: [.submission]).problem != nil)
    }

    @Test("a test permits the two uploads of a phone")
    func twoUploads() async throws {
        for (count, services, isUnfit) in [
            ("1", [ServiceName.verification], true), ("2", [.verification], false), ("1", [.laboratory], false),
        ] {
            let inspection = try await Self.inspect(["verification.tans": count], services: services)
            #expect(inspection.problem == nil)
            #expect(inspection.findings.contains { $0.name == "one-tan" } == isUnfit)
        }
    }

    @Test("a laboratory service elsewhere is called over TLS, and no other one takes results in this process")
    func remoteLaboratory() async throws {
        for (url, services, names) in [
            ("http://a.example:1", [ServiceName.verification], ["plain-laboratory"]),
            ("https://a.example", [.verification], []),
            ("https://a.example", [.laboratory, .verification], ["two-laboratories"]),
            ("http://a.example", [.laboratory], []),
        ] {
            let inspection = try await Self.inspect(["verification.laboratory-url": url], services: services)
            #expect(inspection.problem == nil)
            let found = inspection.findings.map(\.name).filter { $0.contains("laborator") }
            #expect(found == names)
        }
        let settings = [
            "verification.laboratory-url": "https://a.example", "verification.laboratory-trust-root": "/nowhere.pem",
        ]
        #expect(try await Self.inspect(settings, services: [.verification]).problem != nil)
        #expect(try await Self.inspect(settings, services: [.laboratory]).problem == nil)
    }

    @Test(
        "each limit of a setting is tested on both sides",
        arguments: [
            ("verification.tans", "1", "0"), ("verification.tans", "10", "11"),
            ("verification.tan-life", "1m", "59s"), ("verification.tan-life", "7d", "8d"),
            ("verification.teletans-per-hour", "1", "0"), ("verification.teletans-per-hour", "100000", "100001"),
            ("verification.teletan-pause", "0s", "-1s"), ("verification.teletan-pause", "1h", "2h"),
            ("verification.teletan-life", "1m", "59s"), ("verification.teletan-life", "1d", "2d"),
            ("verification.event-teletan-life", "1m", "59s"), ("verification.event-teletan-life", "7d", "8d"),
            ("verification.health-authorities", "a-1 b", "a_1"), ("verification.health-authorities", "", "a,b"),
            ("verification.wrong-teletans-per-hour", "10", "9"),
            ("verification.wrong-teletans-per-hour", "1000000", "1000001"),
            ("submission.max-keys", "7", "6"), ("submission.max-keys", "100", "101"),
            ("submission.max-body", "280", "279"), ("submission.max-body", "200000", "200001"),
            ("submission.key-multiplier", "1", "0"), ("submission.key-multiplier", "25", "26"),
            ("submission.min-level", "1", "0"), ("submission.min-level", "8", "9"),
            ("verification.laboratory-url", "http://a:1", "a"),
            ("submission.levels", "coarse", "none"), ("submission.verification-url", "https://a:1", "a:1"),
            ("distribution.days", "1", "0"), ("distribution.days", "14", "15"),
            ("distribution.hour-days", "1", "0"), ("distribution.hour-days", "14", "15"),
            ("distribution.min-keys", "1", "0"), ("distribution.min-keys", "10000", "10001"),
            ("distribution.max-wait", "0", "-1"), ("distribution.max-wait", "336", "337"),
            ("distribution.max-keys", "1", "0"), ("distribution.max-keys", "600000", "600001"),
            ("corona-warn.country", "IT", "EUR"), ("corona-warn.country", "DE", "de"),
            ("corona-warn.countries", "FR IT", "FR,IT"), ("federation.countries", "FR IT", "EUR"),
            ("federation.min-keys", "1", "0"), ("federation.min-keys", "4000", "4001"),
            ("federation.max-wait", "0", "-1"), ("federation.max-wait", "336", "337"),
            ("federation.min-onset-days", "-14", "-15"), ("federation.min-onset-days", "14", "15"),
        ]
    )
    func settings(name: String, allowed: String, refused: String) async throws {
        func check(_ value: String) async throws { try CoronaWarnSystem.check(await .ofCoronaWarn([name: value])) }
        try await check(allowed)
        await #expect(throws: SettingsError.self) { try await check(refused) }
    }

    @Test("give the jobs and the keys of their callers", arguments: [false, true])
    func parts(hasRemoteLaboratory: Bool) async throws {
        // Nobody listens at port 1.
        let remote = hasRemoteLaboratory ? ["verification.laboratory-url": "http://127.0.0.1:1"] : [:]
        try await TemporaryFolder.with { folder in
            let settings = remote.merging(["data": folder.path, "clock.guard": "off"]) { $1 }
            let reader = try await SettingsReader.ofCoronaWarn(settings)
            try await CoronaWarnSystem.with(reader, ManualClock(CoronaWarnSamples.now)) { system async throws in
                #expect(try await system.resultRetentionJob().run().results.deleted == 0)
                let old = CoronaWarnSamples.now.advanced(bySeconds: -60 * CoronaWarnSamples.day)
                let store = try system.verificationStores().verification
                _ = try await store.register(CoronaWarnSamples.registration(), wrongTeleTANs: 10, now: old)
                if hasRemoteLaboratory {
                    await #expect(throws: StoreError.self) { try await system.cleanRegistrations() }
                } else {
                    #expect(try await system.cleanRegistrations().tests == 1)
                }
                #expect(try await system.laboratoryKeys().holders() == [])
                #expect(try await system.operatorKeys().holders() == [])
            }
        }
    }
}

extension SettingsReader {
    /// Reads the settings of a test alone.
    static func ofCoronaWarn(_ settings: [String: String]) async throws -> SettingsReader {
        let catalogue = Server.catalogue(of: [CoronaWarnSystem.self])
        return try await SettingsReader(commandLine: settings, environment: [:], catalogue: catalogue)
    }
}

extension CoronaWarnSystem {
    /// Runs with the system of a data folder, as a server has it.
    static func with(
        _ settings: SettingsReader,
        _ clock: ManualClock,
        _ body: (CoronaWarnSystem) async throws -> Void
    ) async throws {
        let databases = try CoronaWarnSystem.databases(settings)
        let realm = try Realm(settings: RealmSettings(settings), databases: databases, clock: clock)
        try await body(CoronaWarnSystem(realm: realm, settings: settings))
        try realm.close()
    }
}
