import ExposurePrimitives
import Persistence
import SQLEngine
import SQLStores
import SQLiteTesting
import Testing

/// SQL makes the databases as a clock five years ahead leaves them. Each table has a right row beside the wrong ones.
@Suite("The repair of a database that a wrong clock has touched")
struct ClockRepairTests {
    private let now = WrongClock.now.seconds
    private let future = WrongClock.future.seconds
    private let chunk =
        "INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from)"
    private let key =
        "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, "
        + "chunk, is_padding)"

    @Test("periods, chunks and keys")
    func chunks() async throws {
        let ended = (now - 86_400) / 600
        try await WrongClock.repair(
            .exposures,
            filledBy: [
                "UPDATE publication_state SET last_chunk = 4, last_period_end = \(future)",
                "\(chunk) VALUES (1, 0, \(now - 7200), 'chunk-1', 1, zeroblob(32), \(now - 7200))",
                "\(chunk) VALUES (2, 0, \(future), 'chunk-2', 1, zeroblob(32), \(future))",
                "\(chunk) VALUES (3, 5, \(future + 1), NULL, NULL, NULL, \(future + 1))",
                "\(chunk) VALUES (4, \(future), \(future + 2), NULL, NULL, NULL, \(future + 2))",
                "\(key) VALUES (\(WrongClock.blob(1, 16)), \(ended - 144), 144, 8, NULL, 2, 0)",
                "\(key) VALUES (\(WrongClock.blob(2, 16)), \(future / 600), 144, 8, NULL, 2, 0)",
                "\(key) VALUES (\(WrongClock.blob(3, 16)), \(ended - 144), 144, 8, \(future), NULL, 0)",
                "\(key) VALUES (\(WrongClock.blob(4, 16)), \(ended - 144), 144, 8, \(now), NULL, 0)",
            ]
        ) { repaired async throws in
            #expect(try await repaired.rows("SELECT last_chunk, last_period_end FROM publication_state") == [[4, now]])
            // The published file of the second does not change, so the window of its right key decides.
            let rows = [
                [1, 0, now - 7200, now - 7200], [2, 0, future, ended * 600], [3, 5, now - 1, now - 1],
                [4, now - 1, now, now],
            ]
            #expect(try await repaired.rows("SELECT number, period_start, period_end, retires_from FROM chunk") == rows)
            let releases = "SELECT releasable_at FROM diagnosis_key WHERE chunk IS NULL ORDER BY key_data"
            #expect(try await repaired.rows(releases) == [[ended * 600 + 7200], [now]])
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
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(1, 32)), 'x', \(future), NULL)",
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(2, 32)), 'x', \(now + 86_400), NULL)",
                "INSERT INTO upload_right VALUES (\(WrongClock.blob(3, 32)), NULL, NULL, \(WrongClock.futureDay))",
                "INSERT INTO analytics_inbox VALUES (\(WrongClock.blob(1, 16)), \(WrongClock.futureDay), 'RM', x'00')",
                "INSERT INTO analytics_inbox VALUES (\(WrongClock.blob(2, 16)), \(WrongClock.today - 3), 'RM', x'00')",
            ]
        ) { repaired async throws in
            let rights = try await repaired.rows("SELECT expires_at, consumed_on FROM upload_right")
            #expect(rights == [[now + 86_400, nil], [nil, Int64(WrongClock.today)]])
            let days = try await repaired.rows("SELECT received_on FROM analytics_inbox")
            #expect(days == [[Int64(WrongClock.today)], [Int64(WrongClock.today - 3)]])
        }
    }

    @Test("operators' sessions and lines")
    func operators() async throws {
        try await WrongClock.repair(
            .operators,
            filledBy: [
                "INSERT INTO operator VALUES ('anna', 1, 1, 1, zeroblob(16), zeroblob(32), \(future), NULL, 0, NULL)",
                "INSERT INTO operator VALUES ('bruno', 1, 1, 1, zeroblob(16), zeroblob(32), 5, \(future), 0, NULL)",
                "INSERT INTO operator_session VALUES (\(WrongClock.blob(1, 32)), 'anna', \(future), 0, NULL, NULL, 0)",
                "INSERT INTO operator_session VALUES (\(WrongClock.blob(2, 32)), 'anna', 6, 7, NULL, NULL, 0)",
                "INSERT INTO known_browser VALUES (zeroblob(32), 'anna', \(future))",
                "INSERT INTO wrong_tries VALUES (zeroblob(32), 9, \(future))",
                "INSERT INTO operator_audit VALUES (1, 5, 'anna', 'created'), (2, \(future), 'anna', 'reset')",
            ]
        ) { repaired async throws in
            let accounts = try await repaired.rows("SELECT created_at, disabled_at FROM operator ORDER BY name")
            #expect(accounts == [[now, nil], [5, now]])
            #expect(try await repaired.rows("SELECT started_at FROM operator_session") == [[6]])
            #expect(try await repaired.rows("SELECT used_at FROM known_browser") == [[now]])
            #expect(try await repaired.rows("SELECT count(*) FROM wrong_tries") == [[0]])
            #expect(try await repaired.rows("SELECT number, at FROM operator_audit") == [[1, 5], [2, now]])
        }
    }

    @Test("revisions of the settings stay as they were made, and are listed with the right time")
    func settings() async throws {
        try await WrongClock.repair(
            .settings,
            filledBy: [
                "INSERT INTO settings_revision VALUES (1, 100, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (2, \(future), 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (3, 200, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (4, \(future), 'a', 'r', 'set')",
            ]
        ) { repaired async throws in
            let history = try await SQLSettings(repaired.database).history()
            #expect(history.map(\.number) == [4, 3, 2, 1])
            #expect(history.map(\.change.madeAt) == [WrongClock.now, UnixTime(200), UnixTime(200), UnixTime(100)])
            #expect(try await repaired.rows("SELECT made_at FROM settings_revision WHERE number = 2") == [[future]])
        }
    }

    @Test("a database that no wrong clock touched stays the same, also if clocks differ by an hour")
    func untouched() async throws {
        let database = try await TemporaryDatabase(.exposure)
        let soon = now + 3600
        let (nextWeek, release) = ((now + 7 * 86_400) / 600 + 12, now + 8 * 86_400 + 14_400)
        try await database.write { db in
            for sql in [
                "UPDATE publication_state SET last_chunk = 1, last_period_end = \(soon)",
                "\(chunk) VALUES (1, 0, \(soon), 'chunk-1', 1, zeroblob(32), \(soon))",
                // A phone whose clock is seven days ahead names windows of the next week.
                "\(key) VALUES (zeroblob(16), \(nextWeek), 144, 8, \(release), NULL, 0)",
                "INSERT INTO upload_right VALUES (zeroblob(32), 'x', \(now + 86_400), NULL)",
                "INSERT INTO analytics_inbox VALUES (zeroblob(16), \(WrongClock.today), 'RM', x'00')",
            ] {
                try db.execute(sql: sql)
            }
        }
        let repair = SQLClockRepair(database, steps: SQLContent.exposures.repairs)
        #expect(try await repair.repair(now: WrongClock.now, isRehearsal: false) == [])
    }
}
