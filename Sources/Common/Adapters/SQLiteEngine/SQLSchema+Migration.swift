import GRDB
import Persistence
import SQLEngine

extension SQLSchema {
    func migrate(_ pool: DatabasePool) throws {
        try checkVersion(pool)
        try migrator.migrate(pool)
    }

    /// Throws `unsupportedSchema` for a file that a newer version made.
    func checkVersion(_ reader: any DatabaseReader) throws {
        let applied = try reader.read { try migrator.appliedIdentifiers($0) }
        if let unknown = applied.subtracting(migrations.map(\.name)).min() {
            throw StoreError.unsupportedSchema(found: unknown)
        }
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { db in
                try db.execute(sql: migration.sql)
            }
        }
        return migrator
    }
}
