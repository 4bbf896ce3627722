import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLiteEngine
import SQLiteTesting
import Testing

/// Databases as a clock five years ahead leaves them, made by SQL.
@Suite("The repair of Corona-Warn's databases")
struct CoronaWarnRepairTests {
    private static let text = String(repeating: "a", count: 64)

    @Test("a result of the future changed in this hour")
    func results() async throws {
        let hour = (WrongClock.now.seconds + 3599) / 3600
        let future = WrongClock.future.seconds / 3600
        try await WrongClock.repair(
            .laboratory,
            filledBy: [
                "INSERT INTO test_result VALUES ('\(Self.text)', 2, 5, NULL, 'lab', \(future))",
                "INSERT INTO test_result VALUES ('x\(Self.text.dropFirst())', 2, 5, NULL, 'lab', \(hour - 5))",
            ]
        ) { repaired async throws in
            let rows = try await repaired.rows("SELECT changed_in FROM test_result ORDER BY identifier")
            #expect(rows == [[hour], [hour - 5]])
        }
    }

    @Test("registrations of the future are of now, and codes that would live too long are deleted")
    func verification() async throws {
        let (now, future) = (WrongClock.now.seconds, WrongClock.future.seconds)
        try await WrongClock.repair(
            .coronaWarn,
            filledBy: [
                "INSERT INTO registered_test VALUES ('\(Self.text)', NULL, \(future / 3600))",
                "INSERT INTO test_session (token, tele_tan, began_at) VALUES (zeroblob(32), 'TEST', \(future))",
                "INSERT INTO tan VALUES (\(WrongClock.blob(1, 32)), \(WrongClock.blob(1, 32)), NULL, \(future), NULL)",
                "INSERT INTO tan VALUES (\(WrongClock.blob(2, 32)), \(WrongClock.blob(2, 32)), NULL, \(now + 60), NULL)",
                "INSERT INTO tele_tan VALUES (zeroblob(32), 'TEST', \(future))",
                "INSERT INTO tele_tan_count VALUES (\(future), 1000)",
                "INSERT INTO operator_pause VALUES ('anna', \(future))",
                "INSERT INTO wrong_tele_tan VALUES (\(future / 60), 9)",
                "INSERT INTO tele_tan_hold VALUES (1, \(future))",
                "INSERT INTO federation_batch VALUES ('DK', 1, 0, 0, NULL, \(future / 3600))",
                """
                INSERT INTO federation_partner (country, name, server, public_key, max_keys, answered_in)
                VALUES ('DK', 'a', 'b', 'c', 1, \(future / 3600))
                """,
            ]
        ) { repaired async throws in
            #expect(try await repaired.rows("SELECT registered_in FROM registered_test") == [[(now + 3599) / 3600]])
            #expect(try await repaired.rows("SELECT began_at FROM test_session") == [[now]])
            #expect(try await repaired.rows("SELECT received_in FROM federation_batch") == [[(now + 3599) / 3600]])
            #expect(try await repaired.rows("SELECT 1 FROM federation_partner WHERE answered_in IS NULL") == [[1]])
            #expect(try await repaired.rows("SELECT expires_at FROM tan") == [[now + 60]])
            for table in ["tele_tan", "tele_tan_count", "operator_pause", "wrong_tele_tan", "tele_tan_hold"] {
                #expect(try await repaired.rows("SELECT 1 FROM \(table)") == [], "\(table)")
            }
        }
    }

    @Test(
        "the content tells of the time, each row alone",
        arguments: [
            ("INSERT INTO registered_test VALUES ('\(text)', NULL, 498683)", 1_795_255_200),
            (
                "INSERT INTO test_session (token, tele_tan, began_at) VALUES (zeroblob(32), 'TEST', 1795262400)",
                1_795_262_400
            ),
            ("INSERT INTO tele_tan_count VALUES (1795262400, 1)", 1_795_262_400),
            ("INSERT INTO wrong_tele_tan VALUES (29921040, 1)", 1_795_262_400),
            ("INSERT INTO federation_batch VALUES ('DK', 1, 0, 0, NULL, 498683)", 1_795_255_200),
        ] as [(String, Int64)]
    )
    func evidence(sql: String, seconds: Int64) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let database = try SQLiteDatabase(path: path, schema: .coronaWarn)
            try await database.write { db in try db.execute(sql: sql) }
            #expect(try await SQLTimeTrust(database, of: .coronaWarn).latestEvidence() == UnixTime(seconds))
        }
    }
}
