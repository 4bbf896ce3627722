import CommonAssembly
import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PostgresEngine
import SQLEngine
import ServerAssembly
import ServiceKit
import Testing

/// Versions that people run at the same time (docs/decisions/0242). `Tests/Recorded` has what older ones send.
@Suite(
    "Statements of older versions on the newest tables",
    .needsPostgres,
    .enabled(if: Server.systems.count == 3, "the recordings are of programs with every system")
)
struct RecordedStatementsTests {
    private static let folder = RepositoryFolder.url.appending(path: "Tests/Recorded")

    /// What one version sends to one database.
    struct Recording: CustomTestStringConvertible {
        let version: String
        /// The first migration of the database.
        let migration: String
        let statements: [String]

        var testDescription: String { "\(version): \(migration)" }
    }

    /// A file has sections that begin with `-- MIGRATION`, and an empty line before each statement.
    private static func recordings() throws -> [Recording] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "sql" }.flatMap { file in
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n").dropFirst()
            var recordings: [Recording] = []
            var statements: [String] = []
            for part in parts.reversed() {
                let part = part.trimmingCharacters(in: .whitespacesAndNewlines)
                if part.hasPrefix("-- ") {
                    recordings.append(
                        Recording(
                            version: file.lastPathComponent,
                            migration: String(part.dropFirst(3)),
                            statements: statements
                        )
                    )
                    statements = []
                } else {
                    statements.append(part)
                }
            }
            return recordings
        }
    }

    private static func databases() async throws -> [SQLContent] {
        let reader = try await SettingsReader(commandLine: [:], environment: [:], catalogue: Server.catalogue)
        let authority = try await SettingsReader(
            commandLine: ["association.mode": "hybrid"],
            environment: [:],
            catalogue: Server.catalogue
        )
        return try Server.databases(of: Server.systems, reader) + Server.databases(of: Server.systems, authority)
    }

    /// A new database with the tables of `migrations`.
    private static func with(
        _ migrations: [SQLSchema.Migration],
        _ body: (any SQLDatabase) async throws -> Void
    ) async throws {
        try await TestEngine.postgres.with { make in
            try await body(
                make(SQLSchema(migrations: [], postgres: SQLSchema.Postgres(migrations: migrations)))
            )
        }
    }

    @Test("are all understood")
    func understood() async throws {
        let databases = try await Self.databases()
        let recordings = try Self.recordings()
        #expect(!recordings.isEmpty)
        for recording in recordings {
            guard let content = databases.first(where: { $0.schema.postgres.migrations[0].name == recording.migration })
            else {
                #expect(Server.systems.count < 3, "no database begins with \(recording.migration)")
                continue
            }
            #expect(recording.statements.count > 3, "\(recording.testDescription)")
            try await Self.with(content.schema.postgres.migrations) { database in
                for statement in recording.statements {
                    await #expect(throws: Never.self, "\(statement)") {
                        try await database.write { db in
                            try db.execute(sql: statement)
                            try db.execute(sql: "DEALLOCATE statement")
                        }
                    }
                }
            }
        }
        let recorded = Set(recordings.map(\.migration))
        for content in databases {
            #expect(recorded.contains(content.schema.postgres.migrations[0].name), "\(content.name) has a recording")
        }
    }

    @Test("are refused if a column is gone: the comparison finds it")
    func control() async throws {
        let recordings = try Self.recordings()
        let databases = try await Self.databases()
        let content = try #require(databases.first { $0.name == "exposures" })
        let migrations = content.schema.postgres.migrations
        let planted = SQLSchema.Migration("planted", ["ALTER TABLE upload_right RENAME TO elsewhere"])
        let recording = try #require(recordings.first { $0.migration == migrations[0].name })
        var refused = 0
        try await Self.with(migrations + [planted]) { database in
            for statement in recording.statements {
                let isTaken = try? await database.write { db in
                    try db.execute(sql: statement)
                    try db.execute(sql: "DEALLOCATE statement")
                    return true
                }
                refused += isTaken == true ? 0 : 1
            }
        }
        #expect(refused > 0)
        #expect(refused < recording.statements.count)
    }

    @Test("can leave out the columns that later migrations added")
    func addedColumns() async throws {
        for content in try await Self.databases() {
            let migrations = content.schema.postgres.migrations
            // A migration after which older programs work.
            for (place, migration) in migrations.enumerated() where migration.oldest != migration.name {
                let before = try #require(migrations[..<place].firstIndex { $0.name == migration.oldest })
                let earlier = try await Self.required(Array(migrations[...before]))
                let tables = Set(earlier.map { $0.split(separator: ".")[0] })
                let added = try await Self.required(Array(migrations[...place])).subtracting(earlier)
                    .filter { tables.contains($0.split(separator: ".")[0]) }
                #expect(added.isEmpty, "\(content.name): \(migration.name) requires \(added) of older programs")
            }
        }
    }

    /// The migrations that programs of release 0.2 know.
    private static let known: Set = [
        "0001-analytics", "0001-association", "0001-association-index", "0001-corona-warn", "0001-exposures",
        "0001-laboratory", "0001-operators", "0001-settings", "0002-federation-answers",
    ]

    @Test("come from programs that the newest tables do not refuse")
    func release() async throws {
        for content in try await Self.databases() {
            let migrations = content.schema.postgres.migrations
            #expect(Self.known.contains(migrations[0].name), "\(content.name)")
            for migration in migrations where !Self.known.contains(migration.name) {
                #expect(Self.known.contains(migration.oldest), "\(content.name): \(migration.name)")
            }
        }
    }

    @Test("would be refused without a column that a migration requires: the comparison finds it")
    func requiredColumn() async throws {
        let first = SQLSchema.Migration("1", ["CREATE TABLE item (number BIGINT NOT NULL PRIMARY KEY)"])
        let added = SQLSchema.Migration(
            "2",
            [
                "ALTER TABLE item ADD COLUMN name TEXT NOT NULL", "ALTER TABLE item ADD COLUMN size BIGINT",
                "ALTER TABLE item ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
            ],
            worksWith: "1"
        )
        #expect(try await Self.required([first]) == ["item.number"])
        #expect(try await Self.required([first, added]) == ["item.number", "item.name"])
    }

    /// The columns, as `table.column`, that a new row must name.
    private static func required(_ migrations: [SQLSchema.Migration]) async throws -> Set<String> {
        var found: Set<String> = []
        try await with(migrations) { database in
            found = try await database.read { db in
                try String.fetchSet(
                    db,
                    sql: """
                        SELECT table_name::text || '.' || column_name::text FROM information_schema.columns
                        WHERE table_schema = current_schema() AND is_nullable = 'NO' AND column_default IS NULL
                          AND is_identity = 'NO' AND table_name NOT IN ('migration', 'lease')
                        """
                )
            }
        }
        return found
    }
}
