import ArgumentParser
import ExposurePrimitives
import Foundation
import GRDB

/// The statements and rows of a registration with a test's code and a nonce, straight on SQLite.
struct RegistrationBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "registrations")

    @Option(help: "A database of Corona-Warn that `avviso migrate` made.")
    var database: String

    @Option(help: "Registrations.")
    var uploads = 5000

    func run() throws {
        try BareSQLite.measure(database, requests: uploads) { _, db in
            try register(Hex.encode(BareSQLite.random(32)), token: BareSQLite.random(32), db)
        }
    }

    private func register(_ code: String, token: Data, _ db: Database) throws {
        _ = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT code, birth_date, tele_tan, began_at FROM test_session WHERE token = ? AND began_at > ?"
            ),
            arguments: [token, 0]
        )
        _ = try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM registered_test WHERE code = ?1
                    UNION ALL SELECT 1 FROM registered_test WHERE birth_date = ?1
                    """
            ),
            arguments: [code]
        )
        try db.cachedStatement(sql: "INSERT INTO registered_test (code, birth_date, registered_in) VALUES (?, ?, ?)")
            .execute(arguments: [code, nil, 500_000])
        try db.cachedStatement(
            sql: "INSERT INTO test_session (token, code, birth_date, tele_tan, began_at) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [token, code, nil, nil, 1_800_000_000])
    }
}
