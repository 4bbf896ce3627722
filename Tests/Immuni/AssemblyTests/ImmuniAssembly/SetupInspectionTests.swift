import CommonAssembly
import ExposureTesting
import Foundation
import ImmuniAppConfiguration
import ImmuniAssembly
import SQLEngine
import SQLStores
import SQLiteEngine
import ServiceTesting
import Testing

@Suite("The inspection of a set-up")
struct SetupInspectionTests {
    @Test("creates and changes nothing, before the first start and after it")
    func untouched() async throws {
        try await SampleServer.with { sample in
            #expect(try await sample.inspection().problem == nil)
            #expect(!FileManager.default.fileExists(atPath: sample.dataFolder.path))
            try await sample.running { _, _ in }
            let key = sample.dataFolder.appending(path: "otp.key")
            try SecretFile.set(mode: 0o644, of: key)
            let inspection = try await sample.inspection()
            #expect(inspection.findings.contains { $0.name == "shared-data" })
            #expect(try SecretFile.mode(of: key) == 0o644)
            let revision = try await sample.assembly().settingsAdministration().inForce().revision
            #expect(revision == 1)
        }
    }

    @Test(
        "reports what the server itself would report instead of starting",
        arguments: [
            ["preset": nil], ["preset": "nowhere"], ["signing-key": nil], ["signing-key": "/nowhere/key.pem"],
            ["message-signing-key": nil], ["public.tls-certificate": "/nowhere/a", "public.tls-key": "/nowhere/b"],
            ["internal.address": "0.0.0.0:0"], ["portal.url": "https://portal.example"],
            ["analytics.google.attestations": "safety-net"], ["questions": "/nowhere"],
        ] as [[String: String?]]
    )
    func problem(changes: [String: String?]) async throws {
        try await SampleServer.with { sample in
            let changed = sample.with(changes)
            let found = try await changed.inspection()
            #expect(found.findings.isEmpty)
            do {
                _ = try await changed.assembly().host(for: ImmuniSystem.allServices, logger: LogCapture().logger)
                Issue.record("the server starts")
            } catch {
                #expect(found.problem == "\(error)")
            }
        }
    }

    @Test("uses the settings of the data folder, so it needs no preset")
    func settings() async throws {
        try await SampleServer.with { sample in
            let bare = sample.with("preset", nil)
            #expect(try await bare.inspection(of: [.config]).problem?.contains("--preset") == true)
            try await sample.running([.config]) { _, _ in }
            let found = try await bare.inspection(of: [.config])
            #expect(found.problem == nil)
            #expect(found.findings.contains { $0.name == "demo-settings" }, "the preset is in force, named or not")
        }
    }

    @Test("finds a database of a newer version, a damaged OTP key and a folder without write access")
    func data() async throws {
        try await SampleServer.with { sample in
            try await sample.running([.otp]) { _, _ in }
            #expect(try await sample.inspection().problem == nil)
            // For this version, the tables of another database are those of an unknown version.
            let newer = sample.dataFolder.appending(path: "portal.sqlite")
            try SQLiteDatabase(path: newer.path, schema: .settings).close()
            #expect(try await sample.inspection().problem?.contains("newer version") == true)
            try FileManager.default.removeItem(at: newer)
            try SecretFile.write("short", to: sample.dataFolder.appending(path: "otp.key"))
            #expect(try await sample.inspection().problem?.contains("OTP key") == true)
            let below = sample.with("data", sample.dataFolder.appending(path: "otp.key/data").path)
            #expect(try await below.inspection().problem?.contains("cannot be written") == true)
        }
    }
}
