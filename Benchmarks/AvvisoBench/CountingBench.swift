import ArgumentParser
import GRDB

/// The statements of an Android phone's Operational Info, straight on SQLite.
struct CountingBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "counting")

    @Option(help: "A database of the Analytics Service that `avviso migrate` made.")
    var database: String

    @Option(help: "Uploads.")
    var uploads = 5000

    func run() throws {
        try BareSQLite.measure(database, requests: uploads) { number, db in
            try db.cachedStatement(
                sql: "INSERT INTO used_binding (binding, expiry) VALUES (?, ?) ON CONFLICT (binding) DO NOTHING"
            ).execute(arguments: [BareSQLite.random(32), Int.max])
            try db.cachedStatement(
                sql: """
                    INSERT INTO operational_info_android VALUES (20000, 'EX', 1, ?, 1, -1, 1)
                    ON CONFLICT DO UPDATE SET uploads = uploads + 1
                    """
            ).execute(arguments: [number % 2])
        }
    }
}
