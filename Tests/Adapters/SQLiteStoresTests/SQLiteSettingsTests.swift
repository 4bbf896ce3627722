import ExposureTesting
import Foundation
import Stores
import Testing

@testable import SQLiteStores

@Suite("The apps' settings in SQLite")
struct SQLiteSettingsTests {
    private func withStore(_ body: (SQLiteSettings) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await body(SQLiteSettings(SQLiteDatabase(path: folder.appending(path: "db").path, schema: .settings)))
        }
    }

    private func setting(_ build: Int, _ name: String, _ value: String, platform: String = "ios") -> AppSetting {
        AppSetting(platform: platform, startingBuild: build, name: name, value: Array(value.utf8))
    }

    @Test("each name has the value of the greatest starting build that is not above the app's")
    func startingBuilds() async throws {
        try await withStore { store async throws in
            let preset = [
                setting(1, "a", "1"), setting(10, "a", "2"), setting(5, "b", "true"),
                setting(1, "a", "9", platform: "android"),
            ]
            #expect(try await store.apply(preset: preset, digest: [1]))
            for (build, expected) in [
                (1, ["a=1"]), (4, ["a=1"]), (5, ["a=1", "b=true"]), (9, ["a=1", "b=true"]), (10, ["a=2", "b=true"]),
                (2_147_483_647, ["a=2", "b=true"]),
            ] {
                let found = try await store.settings(platform: "ios", build: build)
                #expect(found.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" } == expected, "\(build)")
            }
            #expect(try await store.settings(platform: "android", build: 7).map(\.value) == [Array("9".utf8)])
        }
    }

    @Test("the number of changes grows with each preset that is new, and stays when it is not")
    func revisions() async throws {
        try await withStore { store async throws in
            #expect(try await store.revision() == 0)
            for (digest, revision) in [(1, 1), (1, 1), (2, 2), (1, 3)] as [(UInt8, Int64)] {
                _ = try await store.apply(preset: [setting(1, "a", "1")], digest: [digest])
                #expect(try await store.revision() == revision)
            }
        }
    }

    @Test("a preset is applied when its content is new and left alone when it is not")
    func presets() async throws {
        try await withStore { store async throws in
            #expect(try await store.apply(preset: [setting(1, "a", "1")], digest: [1]))
            #expect(try await store.apply(preset: [setting(1, "a", "2")], digest: [1]) == false)
            #expect(try await store.settings(platform: "ios", build: 1).map(\.value) == [Array("1".utf8)])
            #expect(try await store.apply(preset: [setting(1, "b", "2")], digest: [2]))
            #expect(try await store.settings(platform: "ios", build: 1).map(\.name) == ["b"])
        }
    }
}
