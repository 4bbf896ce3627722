import ExposureTesting
import Foundation
import GRDB
package import SQLEngine
import SQLiteEngine

/// Databases from a server of an earlier release (`Tests/Fixtures/releases`).
package struct RecordedRelease: Sendable {
    private let folder: URL
    package let facts: Facts

    /// The facts of the recording that tests read.
    package struct Facts: Decodable, Sendable {
        package let moment: Int64
        package let answers: Answers
        /// The number of rows, by database and table.
        package let tables: [String: [String: Int]]

        package struct Answers: Decodable, Sendable {
            package let index: [Int]
        }
    }

    private init(_ folder: URL) throws {
        self.folder = folder
        facts = try JSONDecoder().decode(Facts.self, from: Data(contentsOf: folder.appending(path: "facts.json")))
    }

    package static var all: [RecordedRelease] {
        get throws {
            let folder = RepositoryFolder.url.appending(path: "Tests/Fixtures/releases")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .map { try RecordedRelease($0) }
        }
    }

    package func hasChunk(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "data/chunks/\(file)").path)
    }

    /// Copies a database, opens it, and passes on its path and the open database.
    package func opening(_ content: SQLContent, _ body: (String, any SQLDatabase) async throws -> Void) async throws {
        try await TemporaryFolder.with { temporary in
            let copy = temporary.appending(path: content.file)
            try FileManager.default.copyItem(at: folder.appending(path: "data/\(content.file)"), to: copy)
            try await body(copy.path, SQLiteDatabase(path: copy.path, schema: content.schema))
        }
    }

    /// The declarations of tables, indexes and triggers by which a database of this release differs from a new one.
    package func differences(of content: SQLContent) async throws -> Set<String> {
        var differences: Set<String> = []
        try await opening(content) { path, _ in
            try await TemporaryFolder.with { temporary in
                let new = temporary.appending(path: "new").path
                _ = try SQLiteDatabase(path: new, schema: content.schema)
                differences = try Self.declarations(path).symmetricDifference(Self.declarations(new))
            }
        }
        return differences
    }

    /// The damages of a database: problems that SQLite finds, and tables without all of their rows.
    package func damages(of content: SQLContent) async throws -> [String] {
        guard let tables = facts.tables[content.file] else {
            return ["nothing is known of \(content.file)"]
        }
        var damages: [String] = []
        try await opening(content) { path, _ in
            damages = try DatabaseQueue(path: path).read { db in
                var damages = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
                damages += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { "orphan: \($0)" }
                for (table, count) in tables where table != "grdb_migrations" {
                    let found = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
                    damages += found == count ? [] : ["\(table) has \(found ?? 0) rows, not \(count)"]
                }
                return damages
            }
        }
        return damages
    }

    /// The declaration of every table, index and trigger.
    private static func declarations(_ path: String) throws -> Set<String> {
        try DatabaseQueue(path: path).read { db in
            try String.fetchSet(db, sql: "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_master")
        }
    }
}
