import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import Testing
@testable import SQLiteEngine
@testable import SQLiteStores
@testable import SQLiteAnalyticsStores


/// Databases that servers of earlier releases left (`Tests/Fixtures/releases`).
@Suite("Databases of earlier releases")
struct RecordedReleaseTests {
    /// What the recording says of itself, as far as these tests read it.
    struct Facts: Decodable {
        let moment: Int64
        let answers: Answers
        let tables: [String: [String: Int]]

        struct Answers: Decodable {
            let index: [Int]
        }
    }

    static let schemas: [(name: String, schema: SQLiteSchema)] = [
        ("exposures.sqlite", .exposure), ("settings.sqlite", .settings), ("analytics.sqlite", .analytics),
        ("portal.sqlite", .operators),
    ]
    static let retention: Int64 = 14 * 86_400

    static var releases: [URL] {
        get throws {
            let folder = RepositoryFolder.url.appending(path: "Tests/Fixtures/releases")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
    }

    /// Copies a database of a release, opens it and hands its path and its opened form on.
    static func opening(
        _ name: String,
        of release: URL,
        as schema: SQLiteSchema,
        _ body: (String, SQLiteDatabase) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let copy = folder.appending(path: name)
            try FileManager.default.copyItem(at: release.appending(path: "data/\(name)"), to: copy)
            try await body(copy.path, SQLiteDatabase(path: copy.path, schema: schema))
        }
    }

    static func facts(of release: URL) throws -> Facts {
        try JSONDecoder().decode(Facts.self, from: Data(contentsOf: release.appending(path: "facts.json")))
    }

    /// Every table, index and trigger, as it was declared.
    static func declarations(_ path: String) throws -> Set<String> {
        try DatabaseQueue(path: path).read { db in
            try String.fetchSet(db, sql: "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_master")
        }
    }

    @Test("get the schema of a new database, since a released migration never changes", arguments: try releases)
    func schema(release: URL) async throws {
        for (name, schema) in Self.schemas {
            try await Self.opening(name, of: release, as: schema) { path, _ in
                try await TemporaryFolder.with { folder in
                    let new = folder.appending(path: "new").path
                    _ = try SQLiteDatabase(path: new, schema: schema)
                    let (migrated, made) = (try Self.declarations(path), try Self.declarations(new))
                    #expect(migrated == made, "\(name)")
                }
            }
        }
    }

    @Test("are whole, with every row of every table", arguments: try releases)
    func rows(release: URL) async throws {
        let facts = try Self.facts(of: release)
        for (name, schema) in Self.schemas {
            try await Self.opening(name, of: release, as: schema) { path, _ in
                try DatabaseQueue(path: path).read { db in
                    let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check")
                    #expect(problems == ["ok"])
                    let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
                    #expect(orphans.isEmpty)
                    for (table, count) in try #require(facts.tables[name]) where table != "grdb_migrations" {
                        let found = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
                        #expect(found == count, "\(name): \(table)")
                    }
                }
            }
        }
    }

    @Test("are read by the stores of today", arguments: try releases)
    func stores(release: URL) async throws {
        let facts = try Self.facts(of: release)
        try await Self.opening("exposures.sqlite", of: release, as: .exposure) { _, database in
            let chunks = SQLiteChunks(database)
            let offered = try await chunks.offeredIndexes(now: UnixTime(facts.moment), retention: Self.retention)
            #expect(offered == facts.answers.index[0]...facts.answers.index[1])
            let planned = try await chunks.plannedChunks()
            #expect(planned.count == 1)
            let newest = try await chunks.keys(ofChunk: facts.answers.index[1])
            #expect(!newest.isEmpty)
            for index in try #require(offered) {
                let chunk = try await chunks.offeredChunk(
                    index,
                    now: UnixTime(facts.moment),
                    retention: Self.retention
                )
                let file = try #require(chunk?.objectName)
                #expect(FileManager.default.fileExists(atPath: release.appending(path: "data/chunks/\(file)").path))
            }
        }
        try await Self.opening("settings.sqlite", of: release, as: .settings) { _, database in
            let settings = SQLiteSettings(database)
            let history = try await settings.history()
            #expect(history.count == facts.tables["settings.sqlite"]?["settings_revision"])
            let values = try await settings.settings(platform: "ios", build: 1)
            #expect(!values.isEmpty)
        }
        try await Self.opening("analytics.sqlite", of: release, as: .analytics) { _, database in
            let ledger = try await SQLiteReleases(database).ledger()
            #expect(ledger.count == facts.tables["analytics.sqlite"]?["release"])
        }
        try await Self.opening("portal.sqlite", of: release, as: .operators) { _, database in
            let accounts = try await SQLiteOperators(database).accounts()
            #expect(accounts.count == facts.tables["portal.sqlite"]?["operator"])
        }
    }
}
