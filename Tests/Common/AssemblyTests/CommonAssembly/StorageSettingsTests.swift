import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
import ServiceKit
import Testing

@Suite("The settings of the bucket")
struct StorageSettingsTests {
    /// Settings of a bucket on this machine where nobody listens.
    private struct Sample {
        let folder: URL
        var options: [String: String]

        init(_ folder: URL) throws {
            self.folder = folder
            let (key, secret) = (folder.appending(path: "key"), folder.appending(path: "secret"))
            try SecretFile.write("TESTKEY\n", to: key)
            try SecretFile.write("test-secret-key\n", to: secret)
            options = [
                "data": folder.appending(path: "data").path, "storage.s3.endpoint": "http://127.0.0.1:1",
                "storage.s3.bucket": "avviso", "storage.s3.access-key-file": key.path,
                "storage.s3.secret-key-file": secret.path,
            ]
        }

        func with(_ name: String, _ value: String?) -> Sample {
            var copy = self
            copy.options["storage.s3.\(name)"] = value
            return copy
        }

        func server() async throws -> Server {
            try await Server([], settings: SettingsReader(options), clock: ManualClock(UnixTime(1_594_209_600)))
        }

        func findings() async throws -> Set<String> {
            let (reader, clock) = (try await SettingsReader(options), ManualClock(UnixTime(0)))
            let inspection = await SetupInspection([], reader, services: [], clock: clock)
            #expect(inspection.problem == nil)
            return Set(inspection.findings.map(\.name))
        }
    }

    private func with(_ body: (Sample) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await body(Sample(folder)) }
    }

    @Test("without them the files are in the data folder, with them they are not")
    func choice() async throws {
        try await with { sample in
            let name = try #require(ObjectName("a"))
            var local = sample
            local.options = ["data": sample.folder.appending(path: "data").path]
            let server = try await local.server()
            try await server.realm.files.put([1], as: name)
            #expect(FileManager.default.fileExists(atPath: sample.folder.appending(path: "data/chunks/a").path))
            let other = try await sample.server()
            // The cancelled storage does not try again, so the test does not wait.
            let task = Task {
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await other.realm.files.get(name)
            }
            await #expect(throws: ObjectStorageError.self) { try await task.value }
        }
    }

    @Test("each is needed if one is set", arguments: ["endpoint", "bucket", "access-key-file", "secret-key-file"])
    func missing(name: String) async throws {
        try await with { sample in
            _ = try await sample.server()
            await #expect {
                _ = try await sample.with(name, nil).server()
            } throws: { error in
                if case .missing("storage.s3.\(name)", _) = error as? SettingsError { true } else { false }
            }
        }
    }

    @Test("a prefix alone is a mistake too")
    func prefixAlone() async throws {
        try await with { sample in
            var alone = sample
            alone.options = ["data": sample.folder.appending(path: "data").path, "storage.s3.prefix": "it"]
            await #expect(throws: SettingsError.self) { _ = try await alone.server() }
        }
    }

    private static let wrongValues = [
        ("endpoint", "s3.example"), ("endpoint", "ftp://s3.example"), ("bucket", "B"), ("region", "EU"),
        ("prefix", "/a"), ("prefix", "a/../b"), ("prefix", String(repeating: "a/", count: 128) + "a"),
    ]

    @Test("wrong values are refused", arguments: wrongValues)
    func wrong(name: String, value: String) async throws {
        try await with { sample in
            await #expect {
                _ = try await sample.with(name, value).server()
            } throws: { error in
                if case .invalid("storage.s3.\(name)", _, _, _) = error as? SettingsError { true } else { false }
            }
        }
    }

    @Test("a prefix has at most 256 bytes")
    func longestPrefix() async throws {
        try await with { sample in
            let prefix = String(repeating: "a/", count: 127) + "ab"
            #expect(prefix.utf8.count == 256)
            _ = try await sample.with("prefix", prefix).server()
        }
    }

    @Test("files of the key that are missing, shared or wrong are refused, and nothing of them is said")
    func keyFiles() async throws {
        try await with { sample in
            _ = try await sample.server().realm.files
            let secret = sample.folder.appending(path: "secret")
            func refusal() async throws -> String {
                let server = try await sample.server()
                let error = #expect(throws: (any Error).self) { try server.realm.files }
                return error.map { "\($0)" } ?? ""
            }
            try SecretFile.set(mode: 0o644, of: secret)
            #expect(try await refusal().contains("chmod"))
            try SecretFile.write("two words here", to: secret)
            let wrong = try await refusal()
            #expect(wrong.contains("storage.s3.secret-key-file") && !wrong.contains("words"))
            try FileManager.default.removeItem(at: secret)
            #expect(try await refusal().contains(secret.path))
        }
    }

    @Test("plain HTTP to another machine is a finding")
    func plain() async throws {
        try await with { sample in
            for (endpoint, isFinding) in [
                ("http://127.0.0.1:9000", false), ("http://127.0.0.1", false), ("http://localhost:9000", false),
                ("http://[::1]:9000", false), ("https://s3.example", false), ("http://s3.example", true),
                ("http://192.0.2.7:9000", true), ("http://127.0.0.1.example", true),
            ] {
                let findings = try await sample.with("endpoint", endpoint).findings()
                #expect(findings.contains("plain-storage") == isFinding, "\(endpoint)")
            }
        }
    }
}
