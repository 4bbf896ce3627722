import ArgumentParser
import Foundation
import GRDB

/// The statements and rows of an upload, straight on SQLite: one connection, one transaction each, every commit synced.
struct TransactionBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "transactions")

    @Option(help: "A database that `avviso migrate` made.")
    var database: String

    @Option(help: "Uploads.")
    var uploads = 5000

    @Option(help: "Keys of one upload.")
    var keys = 14

    func run() throws {
        let queue = try DatabaseQueue(path: database)
        try queue.writeWithoutTransaction { db in
            // As the server sets them.
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
            let pragmas = [
                "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY",
                "cache_size = -\(64 << 10)", "wal_autocheckpoint = \((32 << 20) / pageSize)",
            ]
            for pragma in pragmas {
                try db.execute(sql: "PRAGMA \(pragma)")
            }
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == Self.full else {
                throw ValidationError("SQLite does not accept synchronous = FULL")
            }
            let rights = (0..<uploads).map { _ in Self.random(32) }
            try db.inTransaction {
                for right in rights {
                    try db.execute(
                        sql: "INSERT INTO upload_right VALUES (?, '2024-10-04', ?, NULL)",
                        arguments: [right, Int.max]
                    )
                }
                return .commit
            }
            let watch = Stopwatch()
            for right in rights {
                try upload(right, db)
            }
            try report([
                "uploads": Double(uploads), "cpu_seconds": watch.cpuSeconds, "wall_seconds": watch.wallSeconds,
                "synchronous": Double(Self.full),
            ])
        }
    }

    private func upload(_ right: Data, _ db: Database) throws {
        try db.inTransaction(.immediate) {
            _ = try Int.fetchOne(
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
            let insert = try db.cachedStatement(
                sql: """
                    INSERT INTO diagnosis_key
                    (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT (key_data, sequence) DO NOTHING
                    """
            )
            for day in 0..<keys {
                try insert.execute(arguments: [
                    Self.random(16), 2_656_800 + 144 * day, 144, 8, 1_594_180_800 + 86_400 * day,
                ])
            }
            try db.cachedStatement(sql: "INSERT INTO analytics_inbox VALUES (?, ?, ?, ?)")
                .execute(arguments: [Self.random(16), 20_000, "RM", Self.random(300)])
            return .commit
        }
    }

    private static func random(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: 0...255) })
    }

    /// The value of `PRAGMA synchronous` that means FULL.
    private static let full = 2
}
