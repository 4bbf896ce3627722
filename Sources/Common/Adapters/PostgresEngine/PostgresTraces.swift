import SQLEngine

/// Erases what PostgreSQL's own files tell of the order of arrival.
///
/// Each row carries the number of the transaction that wrote it, so the rows of one upload are known by it, and lie
/// beside each other (PostgreSQL 15, 73.6). Freezing keeps that number. Only a new row loses it.
struct PostgresTraces {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// - Returns: false if others held one of the tables for too long.
    func erase(_ tables: [SQLSchema.Forgetful]) throws(PostgresError) -> Bool {
        do {
            for table in tables {
                try rewrite(table)
            }
            return true
        } catch let error where error == Self.isLocked || error.isConflict {
            return false
        }
    }

    private func rewrite(_ table: SQLSchema.Forgetful) throws(PostgresError) {
        let name = PostgresServer.quoted(table.name)
        do {
            _ = try connection.run(
                [
                    .text("BEGIN ISOLATION LEVEL READ COMMITTED"),
                    .text("SET LOCAL lock_timeout = '\(Self.patience)ms'"),
                    // Readers go on. Writers wait until all rows are written.
                    .text("LOCK TABLE \(name) IN SHARE ROW EXCLUSIVE MODE"),
                    .text(
                        """
                        WITH gone AS (DELETE FROM \(name) RETURNING *)
                        INSERT INTO \(name) SELECT * FROM gone ORDER BY \(table.key)
                        """
                    ),
                    .text("COMMIT"),
                ],
                until: nil
            )
        } catch {
            if !connection.isBroken {
                _ = try connection.run([.text("ROLLBACK")], until: nil)
            }
            throw error
        }
        // The earlier rows, and those that were deleted before, are in the file until it is rewritten.
        _ = try connection.run([.text("SET lock_timeout = '\(Self.patience)ms'")], until: nil)
        defer { _ = try? connection.run([.text("RESET lock_timeout")], until: nil) }
        _ = try connection.run([.text("VACUUM (FULL) \(name)")], until: nil)
    }

    /// Milliseconds for which a table's rewriting waits for the others, and they for it.
    private static let patience = 500
    private static let isLocked = PostgresError.refused(state: "55P03")
}
