import Persistence
import SQLEngine

/// The migrations that have run on a database, by this program or by a newer one.
struct AppliedMigrations {
    /// By name, the oldest migration that a program must know to work with the database after this one.
    private let oldest: [String: String]

    /// The table of migrations, and the column that versions before rolling upgrades did not have.
    static let table = [
        "CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL PRIMARY KEY, oldest TEXT)",
        "ALTER TABLE migration ADD COLUMN IF NOT EXISTS oldest TEXT",
    ]

    init(_ db: SQLSession) throws {
        let rows = try SQLRow.fetchAll(db, sql: "SELECT name, oldest FROM migration")
        // A row without it has a name that every program knows: it is the first migration of its database.
        oldest = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String? ?? $0[0] as String) })
    }

    func contains(_ migration: SQLSchema.Migration) -> Bool {
        oldest[migration.name] != nil
    }

    static func add(_ migration: SQLSchema.Migration, _ db: SQLSession) throws {
        try db.execute(
            sql: "INSERT INTO migration (name, oldest) VALUES (?, ?)",
            arguments: [migration.name, migration.oldest]
        )
    }

    /// Throws `unsupportedSchema` if a program with the migrations `known` does not work with the database: a newer
    /// program ran a step after which this one does not work, or the two come from different lines of versions.
    func check(_ known: [SQLSchema.Migration]) throws(StoreError) {
        let names = Set(known.map(\.name))
        let unknown = oldest.filter { !names.contains($0.key) }
        if let refused = unknown.filter({ !names.contains($0.value) }).keys.min() {
            throw .unsupportedSchema(found: refused)
        }
        // A newer program ran all of its steps, and an older one knows only the first of them.
        if let stranger = unknown.keys.min(), !known.allSatisfy(contains) {
            throw .unsupportedSchema(found: stranger)
        }
    }
}
