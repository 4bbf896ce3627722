import ArgumentParser
import Foundation
import GRDB

/// The statements of a request, straight on SQLite: one connection as the server sets it, one transaction for each
/// request, every commit synced.
enum BareSQLite {
    /// Runs `transaction` once for each request, and reports what all of them took.
    static func measure(
        _ path: String,
        requests: Int,
        prepare: (Database) throws -> Void = { _ in },
        transaction: (_ number: Int, _ db: Database) throws -> Void
    ) throws {
        let watch = try time(path, requests: requests, prepare: prepare, transaction: transaction)
        try report([
            "uploads": Double(requests), "cpu_seconds": watch.cpu, "wall_seconds": watch.wall,
            "synchronous": Double(synchronousFull),
        ])
    }

    /// The seconds that all requests took.
    ///
    /// - Parameter prepare: makes the rows that the requests find; it is not measured.
    static func time(
        _ path: String,
        requests: Int,
        prepare: (Database) throws -> Void = { _ in },
        transaction: (_ number: Int, _ db: Database) throws -> Void
    ) throws -> (cpu: Double, wall: Double) {
        let queue = try DatabaseQueue(path: path)
        return try queue.writeWithoutTransaction { db in
            try configure(db)
            try db.inTransaction {
                try prepare(db)
                return .commit
            }
            let watch = Stopwatch()
            for number in 0..<requests {
                try db.inTransaction(.immediate) {
                    try transaction(number, db)
                    return .commit
                }
            }
            return (watch.cpuSeconds, watch.wallSeconds)
        }
    }

    private static func configure(_ db: Database) throws {
        let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
        let pragmas = [
            "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY",
            "cache_size = -\(64 << 10)", "wal_autocheckpoint = \((32 << 20) / pageSize)",
        ]
        for pragma in pragmas {
            try db.execute(sql: "PRAGMA \(pragma)")
        }
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == synchronousFull else {
            throw ValidationError("SQLite does not accept synchronous = FULL")
        }
    }

    static func random(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: 0...255) })
    }

    /// The value of `PRAGMA synchronous` that means FULL.
    private static let synchronousFull = 2
}
