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

    /// The migrations that have run.
    private static let table = """
        CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL PRIMARY KEY)
        """

    /// Runs the migrations that have not run, all or none. Processes that start at the same time take turns.
    ///
    /// - Throws: `unsupportedSchema` for a database that a newer version made.
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
        try db.execute(sql: Self.table)
        try db.execute(sql: "LOCK TABLE migration IN ACCESS EXCLUSIVE MODE")
        let applied = Set(try String.fetchAll(db, sql: "SELECT name FROM migration"))
        let known = content.schema.postgres.migrations
        if let unknown = applied.subtracting(known.map(\.name)).min() {
            throw StoreError.unsupportedSchema(found: unknown)
        }
        for migration in known where !applied.contains(migration.name) {
            for statement in migration.statements {
                _ = try session.run(.text(statement))
            }
            try db.execute(sql: "INSERT INTO migration (name) VALUES (?)", arguments: [migration.name])
        }
        try db.execute(sql: PostgresLeases.table)
        _ = try session.run(.text("COMMIT"))
    }

    /// The migrations that have run; nil if the database does not exist.
    static func applied(_ connection: PostgresConnection, of content: SQLContent) throws -> Set<String>? {
        let db = SQLSession(PostgresSession(connection))
        let isThere = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = 'migration'
                )
                """,
            arguments: [content.name]
        )
        return isThere == true ? Set(try String.fetchAll(db, sql: "SELECT name FROM migration")) : nil
    }
}
