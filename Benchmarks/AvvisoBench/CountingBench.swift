import ArgumentParser
import Foundation
import GRDB

/// The statements of an Android phone's Operational Info, straight on SQLite: one connection, one transaction each, every
/// commit synced.
struct CountingBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "counting")

    @Option(help: "A database of the Analytics Service that `avviso migrate` made.")
    var database: String

    @Option(help: "Uploads.")
    var uploads = 5000

    func run() throws {
        let queue = try DatabaseQueue(path: database)
        try queue.writeWithoutTransaction { db in
            for pragma in ["journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY"] {
                try db.execute(sql: "PRAGMA \(pragma)")
            }
            let watch = Stopwatch()
            for number in 0..<uploads {
                try db.inTransaction(.immediate) {
                    let binding = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
                    try db.cachedStatement(
                        sql: "INSERT INTO used_binding (binding, expiry) VALUES (?, ?) ON CONFLICT (binding) DO NOTHING"
                    ).execute(arguments: [binding, Int.max])
                    try db.cachedStatement(
                        sql: """
                            INSERT INTO operational_info_android VALUES (20000, 'EX', 1, ?, 1, -1, 1)
                            ON CONFLICT DO UPDATE SET uploads = uploads + 1
                            """
                    ).execute(arguments: [number % 2])
                    return .commit
                }
            }
            try report([
                "uploads": Double(uploads), "cpu_seconds": watch.cpuSeconds, "wall_seconds": watch.wallSeconds,
            ])
        }
    }
}
