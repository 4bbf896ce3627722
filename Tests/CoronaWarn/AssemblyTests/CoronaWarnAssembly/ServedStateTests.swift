import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnPorts
import CoronaWarnStoreConformance
import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import ServiceKit
import Testing

@Suite("What avviso check finds in the data of Corona-Warn")
struct ServedStateTests {
    /// A data folder, and the moment at which it is inspected.
    private struct Sample {
        let settings: SettingsReader
        let clock = ManualClock(CoronaWarnSamples.now)

        init(_ folder: URL) async throws {
            let key = folder.appending(path: "batches.pem")
            try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: key)
            settings = try await .ofCoronaWarn([
                "data": folder.appending(path: "data").path, "clock.guard": "off",
                "federation.countries": "DK", "federation.signing-key": key.path,
            ])
        }

        /// Changes the data as a server does.
        func change(_ work: (CoronaWarnSystem) async throws -> Void) async throws {
            try await CoronaWarnSystem.with(settings, clock, work)
        }

        /// The names of the findings in the data.
        func findings(after seconds: Int64 = 0, _ services: [ServiceName] = all) async throws -> Set<String> {
            Set(try await problems(after: seconds, services).keys)
        }

        private static let all: [ServiceName] = [.laboratory, .verification, .federation]

        /// The findings in the data, by name.
        func problems(after seconds: Int64, _ services: [ServiceName] = all) async throws -> [String: String] {
            let later = ManualClock(clock.now().advanced(bySeconds: seconds))
            let inspection = await SetupInspection([CoronaWarnSystem.self], settings, services: services, clock: later)
            #expect(inspection.problem == nil)
            let found = inspection.findings.filter { Self.names.contains($0.name) }
            return Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.problem) })
        }

        func key(_ number: UInt8, _ holder: String, _ role: AccessKey.Role, days: Int64) -> AccessKey {
            AccessKey(
                holder: holder,
                role: role,
                digest: [UInt8](repeating: number, count: 32),
                expiry: clock.now().advanced(bySeconds: days * UnixTime.secondsPerDay)
            )
        }

        private static let names: Set = [
            "laboratory-key-ends", "operator-token-ends", "federation-silent", "federation-refused",
            "federation-paused",
        ]
    }

    private func withSample(_ work: (Sample) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await work(try await Sample(folder)) }
    }

    private static let day = UnixTime.secondsPerDay

    @Test("a key that ends within fourteen days is found in time, and no longer when it is replaced")
    func endingKeys() async throws {
        try await withSample { sample in
            let now = sample.clock.now()
            #expect(try await sample.findings() == [], "a folder without data")
            try await sample.change { system in
                let laboratory = sample.key(1, "lab", .laboratory, days: 15)
                _ = try await system.laboratoryKeys().give(laboratory, replaces: false, reopens: true, now: now)
                let hotline = sample.key(2, "anna", .hotline, days: 16)
                _ = try await system.operatorKeys().give(hotline, replaces: false, reopens: true, now: now)
            }
            #expect(try await sample.findings(after: Self.day - 1) == [])
            #expect(try await sample.findings(after: Self.day) == ["laboratory-key-ends"])
            let other = sample.key(4, "lab-2", .laboratory, days: 15)
            try await sample.change {
                _ = try await $0.laboratoryKeys().give(other, replaces: false, reopens: true, now: now)
            }
            let problem = try await sample.problems(after: Self.day)["laboratory-key-ends"]
            #expect(problem?.hasPrefix("the key of lab and 1 more ends") == true)
            try await sample.change { _ = try await $0.laboratoryKeys().revoke("lab-2") }
            let both: Set = ["laboratory-key-ends", "operator-token-ends"]
            #expect(try await sample.findings(after: 2 * Self.day) == both)
            #expect(try await sample.findings(after: 2 * Self.day, [.verification]) == ["operator-token-ends"])
            #expect(try await sample.findings(after: 15 * Self.day - 1) == both)
            #expect(try await sample.findings(after: 15 * Self.day) == ["operator-token-ends"], "it has ended")
            try await sample.change { system in
                let next = sample.key(3, "lab", .laboratory, days: 90)
                _ = try await system.laboratoryKeys().rotate(to: next, overlapEnd: now, now: now)
                _ = try await system.operatorKeys().revoke("anna")
            }
            #expect(try await sample.findings(after: 2 * Self.day) == [])
        }
    }

    @Test("a partner that never answered, or not for a day, is found until it answers or is paused")
    func silence() async throws {
        try await withSample { sample in
            let country = FederationSamples.neighbour
            try await sample.change { _ = try await $0.federationStore().put(FederationSamples.partner()) }
            #expect(try await sample.findings() == ["federation-silent"])
            try await sample.change { try await $0.federationStore().noteAnswer(of: country, now: sample.clock.now()) }
            #expect(try await sample.findings(after: Self.day - 1) == [])
            // The hour of the answer is rounded up.
            #expect(try await sample.findings(after: Self.day + 3600) == ["federation-silent"])
            try await sample.change { _ = try await $0.federationStore().setPaused(true, for: country) }
            #expect(try await sample.findings(after: 2 * Self.day) == ["federation-paused"])
            #expect(try await sample.findings(after: 2 * Self.day, [.laboratory]) == [])
        }
    }

    @Test("a refused batch is found for a day")
    func refusals() async throws {
        try await withSample { sample in
            let (country, now) = (FederationSamples.neighbour, sample.clock.now())
            try await sample.change { system in
                let store = try system.federationStore()
                _ = try await store.put(FederationSamples.partner())
                _ = try await store.refuse(1, of: country, after: 0, because: .malformed, now: now)
            }
            #expect(try await sample.findings() == ["federation-refused"])
            #expect(try await sample.findings(after: Self.day - 1) == ["federation-refused"])
            let later = now.advanced(bySeconds: Self.day)
            try await sample.change { try await $0.federationStore().noteAnswer(of: country, now: later) }
            #expect(try await sample.findings(after: Self.day + 3600) == [])
        }
    }
}
