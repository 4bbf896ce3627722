import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Persistence
import SQLEngine
import SQLiteTesting
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The apps' settings in SQLite")
struct SQLiteSettingsTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("conform to the port", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make async throws in
            #expect(await SettingsConformance.checks.violations { SQLSettings(try make(.settings)) } == [])
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await SettingsConformance.checks.overlooked(SettingsFaults.all) {
            SQLSettings(try await TemporaryDatabase(.settings, fault: $0))
        }
        #expect(overlooked == [])
    }

    private static let change = SettingsChange(madeAt: UnixTime(0), author: "a", reason: "r", origin: .set)

    private func setting(_ value: String) -> AppSetting {
        AppSetting(platform: "ios", startingBuild: 1, name: "a", value: Array(value.utf8))
    }

    @Test("two processes on one file see each other's changes at once, and only one of two concurrent changes is made")
    func twoProcesses() async throws {
        let path = folder.path("db")
        let one = try SQLSettings(SQLiteDatabase(path: path, schema: .settings))
        let other = try SQLSettings(SQLiteDatabase(path: path, schema: .settings))
        #expect(try await one.append([setting("1")], as: Self.change, after: 0) == 1)
        #expect(try await other.revision() == 1)
        #expect(try await other.settings(platform: "ios", build: 1) == [setting("1")])
        #expect(try await other.append([setting("2")], as: Self.change, after: 1) == 2)
        #expect(try await one.append([setting("3")], as: Self.change, after: 1) == nil)
        #expect(try await one.settings(platform: "ios", build: 1) == [setting("2")])
    }

    @Test(
        "the database itself refuses changes of its history",
        arguments: [
            "UPDATE settings_revision SET author = 'x'", "DELETE FROM settings_revision",
            "UPDATE settings_value SET value = 'x'", "DELETE FROM settings_value",
            "INSERT INTO settings_value VALUES (1, 'ios', 1, 'b', '1')",
            "INSERT INTO settings_revision VALUES (4, 0, 'a', 'r', 'set')",
            "INSERT INTO settings_revision VALUES (3, 0, '', 'r', 'set')",
            "INSERT OR REPLACE INTO settings_revision VALUES (2, 0, 'x', 'r', 'set')",
        ]
    )
    func appendOnly(sql: String) async throws {
        let database = try folder.database(.settings)
        let store = SQLSettings(database)
        for base in [0, 1] as [Int64] {
            _ = try await store.append([setting("\(base)")], as: Self.change, after: base)
        }
        await #expect(throws: StoreError.self) { try await database.write { db in try db.execute(sql: sql) } }
        #expect(try await store.revision() == 2)
        #expect(try await store.settings(of: 1) == [setting("0")])
    }

    @Test("the settings of a database from before the history become its first revision")
    func migration() async throws {
        let path = folder.path("db")
        let old = try SQLiteDatabase(path: path, schema: .settingsBeforeHistory)
        try await old.write { db in
            try db.execute(sql: "INSERT INTO app_setting VALUES ('ios', 1, 'a', '[1.0]')")
            try db.execute(sql: "INSERT INTO applied_preset VALUES (1, x'07')")
        }
        try old.close()
        let store = try SQLSettings(SQLiteDatabase(path: path, schema: .settings))
        #expect(try await store.revision() == 1)
        #expect(try await store.settings(platform: "ios", build: 1) == [setting("[1.0]")])
        #expect(try await store.history().map(\.change.origin) == [.preset])
        #expect(try await store.apply(preset: [], digest: [7], at: UnixTime(0)) == .unchanged)
    }
}
