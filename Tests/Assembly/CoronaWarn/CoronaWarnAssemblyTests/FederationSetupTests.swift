import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnStoreConformance
import Crypto
import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import FederationStores
import Foundation
import ServiceKit
import Testing

@Suite("The federation from its settings")
struct FederationSetupTests {
    /// A data folder with a key for batches and one for messages.
    private struct Sample {
        let folder: URL
        let clock = ManualClock(CoronaWarnSamples.now)
        let keys: [String: String]

        init(_ folder: URL) throws {
            self.folder = folder
            var keys: [String: String] = [:]
            for name in ["federation.signing-key", "message-signing-key"] {
                let file = folder.appending(path: "\(name).pem")
                try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: file)
                keys[name] = file.path
            }
            self.keys = keys
        }

        func reader(_ settings: [String: String]) async throws -> SettingsReader {
            let data = ["data": folder.appending(path: "data").path, "clock.guard": "off"]
            return try await SettingsReader(
                commandLine: settings.merging(data) { $1 },
                environment: [:],
                catalogue: Server.catalogue(of: [CoronaWarnSystem.self])
            )
        }

        func inspect(_ settings: [String: String]) async throws -> SetupInspection {
            await SetupInspection(
                [CoronaWarnSystem.self],
                try await reader(settings),
                services: [.federation],
                clock: clock
            )
        }

        /// The names of the findings about the federation.
        func findings(_ settings: [String: String]) async throws -> [String] {
            try await inspect(settings.merging(keys) { $1 }).findings.map(\.name)
                .filter { $0.hasPrefix("federation") || $0 == "small-batches" }
        }

        /// The settings with a certificate for partners.
        func certificate() throws -> [String: String] {
            let tls = folder.appending(path: "tls")
            _ = try DemoAuthorityFiles.make(in: tls, now: clock.now())
            return [
                "federation.tls-certificate": tls.appending(path: "client.pem").path,
                "federation.tls-key": tls.appending(path: "client-key.pem").path,
            ]
        }

        func withStore(_ body: (any FederationStore) async throws -> Void) async throws {
            let reader = try await reader(["federation.countries": "DK"])
            let realm = try Realm(
                settings: RealmSettings(reader),
                databases: CoronaWarnSystem.databases(reader),
                clock: clock
            )
            try await body(CoronaWarnSystem(realm: realm, settings: reader).federationStore())
            try realm.close()
        }
    }

    @Test("needs a key of its own as soon as there is a country to exchange keys with")
    func keys() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try Sample(folder)
            #expect(try await sample.inspect([:]).problem == nil)
            let countries = ["federation.countries": "DK"]
            #expect(try await sample.inspect(countries).problem != nil)
            #expect(try await sample.inspect(countries.merging(sample.keys) { $1 }).problem == nil)
            let shared = sample.keys["message-signing-key"] ?? ""
            let both = countries.merging(["message-signing-key": shared, "federation.signing-key": shared]) { $1 }
            #expect(try await sample.inspect(both).problem != nil)
        }
    }

    @Test("needs a certificate with its key, which nobody else can read")
    func certificate() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try Sample(folder)
            let files = try sample.certificate()
            #expect(try await sample.inspect(files).problem == nil)
            for name in files.keys {
                let half = files.filter { $0.key != name }
                #expect(try await sample.inspect(half).problem != nil, "without \(name)")
                let missing = files.merging([name: "/nowhere.pem"]) { $1 }
                #expect(try await sample.inspect(missing).problem != nil, "a missing \(name)")
            }
            let key = try #require(files["federation.tls-key"])
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
            #expect(try await sample.inspect(files).problem != nil, "a key that others can read")
        }
    }

    @Test("is found unfit by its own rules, and fit without the faults")
    func fitness() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try Sample(folder)
            let countries = try sample.certificate().merging(["federation.countries": "DK"]) { $1 }
            let plain = ["federation.countries": "DK"]
            #expect(try await sample.findings(countries) == ["federation-unknown"])
            #expect(try await sample.findings(["federation.min-keys": "139"]) == ["small-batches"])
            #expect(try await sample.findings(["federation.max-wait": "336"]) == ["small-batches"])
            #expect(try await sample.findings(["federation.min-keys": "140"]) == [])
            let (country, now) = (FederationSamples.neighbour, sample.clock.now())
            try await sample.withStore { store async throws in
                #expect(try await store.put(FederationSamples.partner()))
            }
            #expect(try await sample.findings(countries) == ["federation-silent"])
            try await sample.withStore { try await $0.noteAnswer(of: country, now: now) }
            #expect(try await sample.findings(countries) == [])
            #expect(try await sample.findings(plain) == ["federation-no-certificate"])
            try await sample.withStore {
                let refused = try await $0.refuse(1, of: country, after: 0, because: .malformed, now: now)
                #expect(refused)
            }
            #expect(try await sample.findings(countries) == ["federation-refused"])
            sample.clock.advance(bySeconds: UnixTime.secondsPerDay + 1)
            #expect(try await sample.findings(countries) == ["federation-silent"])
            try await sample.withStore { store async throws in
                #expect(try await store.setPaused(true, for: country))
            }
            #expect(try await sample.findings(plain) == [])
        }
    }
}
