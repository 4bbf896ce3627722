import Persistence
import SQLEngine

/// Makes the tables of a database, or brings them up to date.
struct PostgresMigrator {
    private let server: PostgresServer
    private let content: SQLContent

    init(_ server: PostgresServer, _ content: SQLContent) {
        self.server = server
        self.content = content
    }

    /// Runs the migrations that have not run, all or none. Processes that start at the same time take turns.
    ///
    /// A newer program may have added to the tables. This one then leaves them as they are.
    ///
    /// - Throws: `unsupportedSchema` for a database with which this version does not work.
    func migrate() throws {
        var pause = PostgresPause()
        let end = ContinuousClock.now.advanced(by: server.timeout)
        while true {
            do {
                return try migrateOnce()
            } catch let error as PostgresError where Self.isOfOthers(error) && ContinuousClock.now < end {
                pause.wait(until: end)
            }
        }
    }

    /// Whether another process makes the same schema or table at this moment, or the server is not ready yet.
    private static func isOfOthers(_ error: PostgresError) -> Bool {
        error.isConflict || error.endsConnection
            || ["42P06", "42P07", "XX000"].contains { error == .refused(state: $0) }
    }

    private func migrateOnce() throws {
        let connection = try PostgresConnection(server, schema: content.name)
        let session = PostgresSession(connection, beginning: ["BEGIN"])
        let db = SQLSession(session)
        try db.execute(sql: "CREATE SCHEMA IF NOT EXISTS \(PostgresServer.quoted(content.name))")
        for statement in AppliedMigrations.table {
            try db.execute(sql: statement)
        }
        try db.execute(sql: "LOCK TABLE migration IN ACCESS EXCLUSIVE MODE")
        let applied = try AppliedMigrations(db)
        let known = content.schema.postgres.migrations
        try applied.check(known)
        for migration in known where !applied.contains(migration) {
            for statement in migration.statements {
                _ = try session.run(.text(statement))
            }
            try AppliedMigrations.add(migration, db)
        }
        try db.execute(sql: PostgresLeases.table)
        _ = try session.run(.text("COMMIT"))
    }

    /// Whether the database exists.
    ///
    /// - Throws: `unsupportedSchema` for a database with which this version does not work.
    static func isThere(_ connection: PostgresConnection, _ content: SQLContent) throws -> Bool {
        let db = SQLSession(PostgresSession(connection))
        let columns = try String.fetchSet(
            db,
            sql: """
                SELECT column_name::text FROM information_schema.columns
                WHERE table_schema = ? AND table_name = 'migration'
                """,
            arguments: [content.name]
        )
        guard columns.contains("name") else {
            return false
        }
        // Without the column, only first migrations have run, and the start of this version adds it.
        if columns.contains("oldest") {
            try AppliedMigrations(db).check(content.schema.postgres.migrations)
        }
        return true
    }
}
