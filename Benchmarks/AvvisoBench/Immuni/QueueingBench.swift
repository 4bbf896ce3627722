import ArgumentParser
import Foundation
import GRDB

/// The statements and rows of a request for a new analytics token, straight on SQLite.
struct QueueingBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "queueing")

    @Option(help: "A database of the Analytics Service that `avviso migrate` made.")
    var database: String

    @Option(help: "Requests.")
    var uploads = 5000

    @Option(help: "The size of a phone's device token in bytes.")
    var tokenSize = 1500

    func run() throws {
        let tokens = (0..<uploads).map { _ in BareSQLite.random(tokenSize).base64EncodedString() }
        try BareSQLite.measure(database, requests: uploads) { number, db in
            let digest = BareSQLite.random(32)
            let authorised = "SELECT authorised_in BETWEEN ? AND ? FROM analytics_token WHERE digest = ?"
            _ = try Bool.fetchOne(db.cachedStatement(sql: authorised), arguments: [600, 601, digest])
            let queued = "SELECT 1 FROM authorisation_job WHERE digest = ?"
            _ = try Int.fetchOne(db.cachedStatement(sql: queued), arguments: [digest])
            _ = try Row.fetchOne(db.cachedStatement(sql: "SELECT jobs, unproven FROM authorisation_queue"))
            try db.cachedStatement(
                sql: """
                    INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [digest, tokens[number], "queued", nil, false, Int(Int32.max), nil])
        }
    }
}
