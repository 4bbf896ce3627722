import ArgumentParser
import Foundation
import GRDB

/// The statements and rows of an upload of Corona-Warn, straight on SQLite: the TAN is used up, and each key gets a row
/// for its country and one for the union.
struct SubmissionBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "submissions")

    @Option(help: "A database of Corona-Warn that `avviso migrate` made.")
    var database: String

    @Option(help: "Uploads.")
    var uploads = 5000

    @Option(help: "Keys of one upload.")
    var keys = 14

    func run() throws {
        let rights = (0..<uploads).map { _ in (tan: BareSQLite.random(32), token: BareSQLite.random(32)) }
        try BareSQLite.measure(database, requests: uploads) { db in
            for (tan, token) in rights {
                try db.execute(
                    sql: "INSERT INTO test_session (token, code, began_at, issued) VALUES (?, hex(?), ?, 1)",
                    arguments: [token, token, Int.max]
                )
                try db.execute(
                    sql: "INSERT INTO tan (digest, token, expires_at) VALUES (?, ?, ?)",
                    arguments: [tan, token, Int.max]
                )
            }
            for sequence in Self.sequences {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO publication_state (sequence, last_chunk, held_runs) VALUES (?, 0, 0)",
                    arguments: [sequence]
                )
            }
        } transaction: { number, db in
            try use(rights[number].tan, db)
            try insertKeys(db)
        }
    }

    private func use(_ tan: Data, _ db: Database) throws {
        let mark = BareSQLite.random(32)
        _ = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM used_upload WHERE mark = ? AND expires_in > ?"),
            arguments: [mark, 0]
        )
        let found = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = ? AND expires_at > ?"
            ),
            arguments: [tan, 0]
        )
        try db.cachedStatement(sql: "DELETE FROM tan WHERE digest = ?").execute(arguments: [tan])
        try db.cachedStatement(sql: "UPDATE test_session SET used = used + 1 WHERE token = ?")
            .execute(arguments: [found?["token"] as Data?])
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO used_upload (mark, expires_in) VALUES (?, ?)")
            .execute(arguments: [mark, 500_000])
    }

    private func insertKeys(_ db: Database) throws {
        let numbers = try Self.sequences.compactMap { sequence in
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM publication_state WHERE sequence = ?"),
                arguments: [sequence]
            )
        }
        try BareKeyRows(sequences: numbers, reportType: 1, daysSinceOnset: 2, country: "DE").insert(keys, db)
    }

    private static let sequences = ["de-hour", "eur-hour"]
}
