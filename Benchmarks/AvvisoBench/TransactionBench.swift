import ArgumentParser
import Foundation
import GRDB

/// The statements and rows of an upload, straight on SQLite.
struct TransactionBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "transactions")

    @Option(help: "A database that `avviso migrate` made.")
    var database: String

    @Option(help: "Uploads.")
    var uploads = 5000

    @Option(help: "Keys of one upload.")
    var keys = 14

    func run() throws {
        let rights = (0..<uploads).map { _ in BareSQLite.random(32) }
        try BareSQLite.measure(database, requests: uploads) { db in
            for right in rights {
                try db.execute(
                    sql: "INSERT INTO upload_right VALUES (?, '2024-10-04', ?, NULL)",
                    arguments: [right, Int.max]
                )
            }
        } transaction: { number, db in
            try upload(rights[number], db)
        }
    }

    private func upload(_ right: Data, _ db: Database) throws {
        _ = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT evidence FROM upload_right
                    WHERE mac = ? AND consumed_on IS NULL AND expires_at > ?
                    """
            ),
            arguments: [right, 0]
        )
        try db.cachedStatement(
            sql: """
                UPDATE upload_right SET consumed_on = ?, evidence = NULL, expires_at = NULL WHERE mac = ?
                """
        ).execute(arguments: [20_000, right])
        try BareKeyRows(sequences: [1]).insert(keys, db)
        try db.cachedStatement(sql: "INSERT INTO analytics_inbox VALUES (?, ?, ?, ?)")
            .execute(arguments: [BareSQLite.random(16), 20_000, "RM", BareSQLite.random(300)])
    }
}
