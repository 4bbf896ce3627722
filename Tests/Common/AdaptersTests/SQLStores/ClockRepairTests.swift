import ClockPorts
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
import SQLEngine
import SQLStores
import SQLiteEngine
import SQLiteTesting
import Testing

/// SQL makes the databases as a clock five years ahead leaves them. Each table has a right row beside the wrong ones.
@Suite("The repair of a database that a wrong clock has touched")
struct ClockRepairTests {
    @Test("periods, chunks and keys")
    func chunks() async throws {
        let ended = (WrongClock.now.seconds - 86_400) / 600
        try await WrongClock.repair(
            .exposures,
            filledBy: [
                "UPDATE publication_state SET last_chunk = 4, last_period_end = \(WrongClock.future.seconds)",
                "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from) VALUES (1, 0, \(WrongClock.now.seconds - 7200), 'chunk-1', 1, zeroblob(32), \(WrongClock.now.seconds - 7200))",
                "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from) VALUES (2, 0, \(WrongClock.future.seconds), 'chunk-2', 1, zeroblob(32), \(WrongClock.future.seconds))",
                "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from) VALUES (3, 5, \(WrongClock.future.seconds + 1), NULL, NULL, NULL, \(WrongClock.future.seconds + 1))",
                "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from) VALUES (4, \(WrongClock.future.seconds), \(WrongClock.future.seconds + 2), NULL, NULL, NULL, \(WrongClock.future.seconds + 2))",
                "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding) VALUES (\(WrongClock.blob(1, 16)), \(ended - 144), 144, 8, NULL, 2, 0)",
                "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding) VALUES (\(WrongClock.blob(2, 16)), \(WrongClock.future.seconds / 600), 144, 8, NULL, 2, 0)",
                "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding) VALUES (\(WrongClock.blob(3, 16)), \(ended - 144), 144, 8, \(WrongClock.future.seconds), NULL, 0)",
                "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding) VALUES (\(WrongClock.blob(4, 16)), \(ended - 144), 144, 8, \(WrongClock.now.seconds), NULL, 0)",
            ]
        ) { repaired async throws in
            #expect(
                try await repaired.rows("SELECT last_chunk, last_period_end FROM publication_state") == [
                    [4, WrongClock.now.seconds]
                ]
            )
            #expect(
                try await repaired.rows("SELECT number, period_start, period_end, retires_from FROM chunk") == [
                    [1, 0, WrongClock.now.seconds - 7200, WrongClock.now.seconds - 7200],
                    // The published file does not change, so the window of its right key decides.
                    [2, 0, WrongClock.future.seconds, ended * 600],
                    [3, 5, WrongClock.now.seconds - 1, WrongClock.now.seconds - 1],
                    [4, WrongClock.now.seconds - 1, WrongClock.now.seconds, WrongClock.now.seconds],
                ]
            )
            #expect(
                try await repaired.rows("SELECT releasable_at FROM diagnosis_key WHERE chunk IS NULL ORDER BY key_data")
                    == [[ended * 600 + 7200], [WrongClock.now.seconds]]
            )
            #expect(try await repaired.rows("SELECT count(*) FROM diagnosis_key") == [[3]])
            #expect(repaired.count("chunk", "not published") == 2)
            #expect(repaired.count("chunk", "offer") == 1)
            #expect(repaired.count("diagnosis_key", "window further ahead") == 1)
        }
    }

    @Test("rights and the inbox")
    func rights() async throws {
        try await WrongClock.repair(
            .exposures,
            filledBy: [
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(1, 32)), 'x', \(WrongClock.future.seconds), NULL)",
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(2, 32)), 'x', \(WrongClock.now.seconds + 86_400), NULL)",
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(3, 32)), NULL, NULL, \(WrongClock.futureDay))",
                "INSERT INTO analytics_inbox VALUES (\(WrongClock.blob(1, 16)), \(WrongClock.futureDay), 'RM', x'00')",
                "INSERT INTO analytics_inbox VALUES (\(WrongClock.blob(2, 16)), \(WrongClock.today - 3), 'RM', x'00')",
            ]
        ) { repaired async throws in
            let rights = try await repaired.rows("SELECT expires_at, consumed_on FROM upload_right")
            #expect(rights == [[WrongClock.now.seconds + 86_400, nil], [nil, Int64(WrongClock.today)]])
            let days = try await repaired.rows("SELECT received_on FROM analytics_inbox")
            #expect(days == [[Int64(WrongClock.today)], [Int64(WrongClock.today - 3)]])
        }
    }

    @Test("operators' sessions and lines")
    func operators() async throws {
        try await WrongClock.repair(
            .operators,
            filledBy: [
                "INSERT INTO operator VALUES ('anna', 1, 1, 1, zeroblob(16), zeroblob(32), \(WrongClock.future.seconds), NULL, 0, NULL)",
                "INSERT INTO operator VALUES ('bruno', 1, 1, 1, zeroblob(16), zeroblob(32), 5, \(WrongClock.future.seconds), 0, NULL)",
                "INSERT INTO operator_session VALUES (\(WrongClock.blob(1, 32)), 'anna', \(WrongClock.future.seconds), 0, NULL, NULL, 0)",
                "INSERT INTO operator_session VALUES (\(WrongClock.blob(2, 32)), 'anna', 6, 7, NULL, NULL, 0)",
                "INSERT INTO known_browser VALUES (zeroblob(32), 'anna', \(WrongClock.future.seconds))",
                "INSERT INTO wrong_tries VALUES (zeroblob(32), 9, \(WrongClock.future.seconds))",
                "INSERT INTO operator_audit VALUES (1, 5, 'anna', 'created'), (2, \(WrongClock.future.seconds), 'anna', 'reset')",
            ]
        ) { repaired async throws in
            let accounts = try await repaired.rows("SELECT created_at, disabled_at FROM operator ORDER BY name")
            #expect(accounts == [[WrongClock.now.seconds, nil], [5, WrongClock.now.seconds]])
            #expect(try await repaired.rows("SELECT started_at FROM operator_session") == [[6]])
            #expect(try await repaired.rows("SELECT used_at FROM known_browser") == [[WrongClock.now.seconds]])
            #expect(try await repaired.rows("SELECT count(*) FROM wrong_tries") == [[0]])
            #expect(
                try await repaired.rows("SELECT number, at FROM operator_audit") == [
                    [1, 5], [2, WrongClock.now.seconds],
                ]
            )
        }
    }

    @Test("revisions of the settings stay as they were made, and are listed with the right time")
    func settings() async throws {
        try await WrongClock.repair(
            .settings,
            filledBy: [
                "INSERT INTO settings_revision VALUES (1, 100, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (2, \(WrongClock.future.seconds), 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (3, 200, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (4, \(WrongClock.future.seconds), 'a', 'r', 'set')",
            ]
        ) { repaired async throws in
            let history = try await SQLSettings(repaired.database).history()
            #expect(history.map(\.number) == [4, 3, 2, 1])
            #expect(history.map(\.change.madeAt) == [WrongClock.now, UnixTime(200), UnixTime(200), UnixTime(100)])
            let made = try await repaired.rows("SELECT made_at FROM settings_revision WHERE number = 2")
            #expect(made == [[WrongClock.future.seconds]])
        }
    }

    @Test("a database that no wrong clock touched stays the same, also if clocks differ by an hour")
    func untouched() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            let soon = WrongClock.now.seconds + 3600
            try await database.write { db in
                for sql in [
                    "UPDATE publication_state SET last_chunk = 1, last_period_end = \(soon)",
                    "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from) VALUES (1, 0, \(soon), 'chunk-1', 1, zeroblob(32), \(soon))",
                    // A phone whose clock is seven days ahead names windows of the next week.
                    "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding) VALUES (zeroblob(16), \((WrongClock.now.seconds + 7 * 86_400) / 600 + 12), 144, 8, \(WrongClock.now.seconds + 8 * 86_400 + 14_400), NULL, 0)",
                    "INSERT INTO upload_right VALUES (zeroblob(32), 'x', \(WrongClock.now.seconds + 86_400), NULL)",
                    "INSERT INTO analytics_inbox VALUES (zeroblob(16), \(WrongClock.today), 'RM', x'00')",
                ] {
                    try db.execute(sql: sql)
                }
            }
            #expect(
                try await SQLClockRepair(database, steps: SQLContent.exposures.repairs).repair(
                    now: WrongClock.now,
                    isRehearsal: false
                ) == []
            )
        }
    }
}
