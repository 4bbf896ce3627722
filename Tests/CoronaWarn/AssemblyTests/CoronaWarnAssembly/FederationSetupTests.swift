import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnFederation
import CoronaWarnPorts
import CoronaWarnStoreConformance
import Crypto
import DemoAuthority
import ExposureTesting
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
            return try await .ofCoronaWarn(settings.merging(data) { $1 })
        }

        func inspect(_ settings: [String: String]) async throws -> SetupInspection {
            let reader = try await reader(settings)
            return await SetupInspection([CoronaWarnSystem.self], reader, services: [.federation], clock: clock)
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
    }

    private func withSample(_ body: (Sample) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await body(Sample(folder)) }
    }

    @Test("needs a key of its own as soon as there is a country to exchange keys with")
    func keys() async throws {
        try await withSample { sample async throws in
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
        try await withSample { sample async throws in
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
        try await withSample { sample async throws in
            let countries = try sample.certificate().merging(["federation.countries": "DK"]) { $1 }
            #expect(try await sample.findings(countries) == [])
            #expect(try await sample.findings(["federation.countries": "DK"]) == ["federation-no-certificate"])
            #expect(try await sample.findings(["federation.min-keys": "139"]) == ["small-batches"])
            #expect(try await sample.findings(["federation.max-wait": "336"]) == ["small-batches"])
            #expect(try await sample.findings(["federation.min-keys": "140"]) == [])
        }
    }

    @Test("has its partners in the database of the keys, and its job")
    func parts() async throws {
        try await withSample { sample async throws in
            let reader = try await sample.reader(["federation.countries": "DK"])
            try await CoronaWarnSystem.with(reader, sample.clock) { system async throws in
                #expect(system.federatedCountries == [FederationSamples.neighbour])
                #expect(try await system.federationStore().put(FederationSamples.partner()))
                let outcome = try await system.federationJob().run()
                #expect(outcome.made == 0)
                #expect(outcome.received.map(\.problem) == [.configuration], "the sample has no key")
            }
        }
    }
}
