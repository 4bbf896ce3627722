import AccessKeyStores
import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnLaboratory
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import Foundation
import ServiceKit
import TestResultStores
import Testing

@Suite("Corona-Warn's services from their settings")
struct CoronaWarnSystemTests {
    /// The result of inspecting a set-up in a folder of its own.
    private static func inspect(
        _ settings: [String: String] = [:],
        services: [ServiceName] = CoronaWarnSystem.services
    ) async throws -> SetupInspection {
        try await TemporaryFolder.with { folder in
            let reader = try await SettingsReader(
                commandLine: settings.merging(["data": folder.appending(path: "data").path]) { $1 },
                environment: [:],
                catalogue: Server.catalogue(of: [CoronaWarnSystem.self])
            )
            return await SetupInspection(
                [CoronaWarnSystem.self],
                reader,
                services: services,
                clock: ManualClock(CoronaWarnSamples.now)
            )
        }
    }

    @Test("start by their defaults, each alone and together")
    func start() async throws {
        for services in [[ServiceName.laboratory], [.verification], CoronaWarnSystem.services] {
            let inspection = try await Self.inspect(services: services)
            #expect(inspection.problem == nil)
            #expect(inspection.findings.contains { $0.name == "open-tans" })
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
        ]
    )
    func settings(name: String, allowed: String, refused: String) async throws {
        func check(_ value: String) async throws {
            try CoronaWarnSystem.check(
                await SettingsReader(
                    commandLine: [name: value],
                    environment: [:],
                    catalogue: Server.catalogue(of: [CoronaWarnSystem.self])
                )
            )
        }
        try await check(allowed)
        await #expect(throws: SettingsError.self) { try await check(refused) }
    }

    @Test("give the jobs and the keys of their callers")
    func parts() async throws {
        try await TemporaryFolder.with { folder in
            let reader = try await SettingsReader(
                commandLine: ["data": folder.path, "clock.guard": "off"],
                environment: [:],
                catalogue: Server.catalogue(of: [CoronaWarnSystem.self])
            )
            let realm = try Realm(
                settings: RealmSettings(reader),
                databases: CoronaWarnSystem.databases(reader),
                clock: ManualClock(CoronaWarnSamples.now)
            )
            let system = try CoronaWarnSystem(realm: realm, settings: reader)
            #expect(try await system.resultRetentionJob().run().results.deleted == 0)
            #expect(try await system.registrationCleanupJob().run().tests == 0)
            #expect(try await system.laboratoryKeys().holders() == [])
            #expect(try await system.operatorKeys().holders() == [])
            try realm.close()
        }
    }
}
