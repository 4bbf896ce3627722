import AnalyticsStores
import ClockPorts
import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import Testing
@testable import SQLiteEngine
@testable import SQLiteStores
@testable import SQLiteAnalyticsStores


/// Databases as a clock five years ahead leaves them, made by SQL. Each table has a right row beside the wrong ones.
@Suite("The repair of a database that a wrong clock has touched")
struct ClockRepairTests {
    private static let now = UnixTime(1_795_262_400)
    private static let today = now.utcDay.daysSinceEpoch
    private static let future = now.advanced(bySeconds: 1825 * UnixTime.secondsPerDay)
    private static let futureDay = future.utcDay.daysSinceEpoch

    /// A literal of `size` bytes, the first of which is `first`.
    private func blob(_ first: Int, _ size: Int) -> String {
        "x'0\(first)\(String(repeating: "00", count: size - 1))'"
    }

    private struct Repaired {
        let database: SQLiteDatabase
        let repairs: [ClockRepair]

        func rows(_ sql: String) async throws -> [[Int64?]] {
            try await database.read { db in
                try Row.fetchAll(db, sql: sql).map { row in (0..<row.count).map { row[$0] as Int64? } }
            }
        }

        func count(_ table: String, _ word: String) -> Int? {
            repairs.first { $0.table == table && $0.description.contains(word) }?.rows
        }
    }

    /// Fills a database, looks what a rehearsal says and changes, repairs, and repairs again.
    private func repair(
        _ schema: SQLiteSchema,
        _ content: SQLiteClockRepair.Content,
        filledBy sql: [String],
        _ body: (Repaired) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: schema)
            try await database.write { db in
                for statement in sql {
                    try db.execute(sql: statement)
                }
            }
            let repair = SQLiteClockRepair(database, of: content)
            let before = try await Self.dump(database)
            let rehearsed = try await repair.repair(now: Self.now, isRehearsal: true)
            #expect(try await Self.dump(database) == before)
            let repairs = try await repair.repair(now: Self.now, isRehearsal: false)
            #expect(repairs == rehearsed)
            #expect(!repairs.isEmpty)
            #expect(try await repair.repair(now: Self.now, isRehearsal: false) == [])
            try await body(Repaired(database: database, repairs: repairs))
        }
    }

    /// Every row of every table.
    private static func dump(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").flatMap {
                table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table): \($0)" }
            }
        }
    }

    @Test("periods, chunks and keys")
    func chunks() async throws {
        let ended = (Self.now.seconds - 86_400) / 600
        try await repair(
            .exposure,
            .exposures,
            filledBy: [
                "UPDATE publication_state SET last_chunk = 4, last_period_end = \(Self.future.seconds)",
                "INSERT INTO chunk VALUES (1, 0, \(Self.now.seconds - 7200), 'chunk-1', 1, zeroblob(32), \(Self.now.seconds - 7200))",
                "INSERT INTO chunk VALUES (2, 0, \(Self.future.seconds), 'chunk-2', 1, zeroblob(32), \(Self.future.seconds))",
                "INSERT INTO chunk VALUES (3, 5, \(Self.future.seconds + 1), NULL, NULL, NULL, \(Self.future.seconds + 1))",
                "INSERT INTO chunk VALUES (4, \(Self.future.seconds), \(Self.future.seconds + 2), NULL, NULL, NULL, \(Self.future.seconds + 2))",
                "INSERT INTO diagnosis_key VALUES (\(blob(1, 16)), \(ended - 144), 144, 8, NULL, 2, 0)",
                "INSERT INTO diagnosis_key VALUES (\(blob(2, 16)), \(Self.future.seconds / 600), 144, 8, NULL, 2, 0)",
                "INSERT INTO diagnosis_key VALUES (\(blob(3, 16)), \(ended - 144), 144, 8, \(Self.future.seconds), NULL, 0)",
                "INSERT INTO diagnosis_key VALUES (\(blob(4, 16)), \(ended - 144), 144, 8, \(Self.now.seconds), NULL, 0)",
            ]
        ) { repaired async throws in
            #expect(
                try await repaired.rows("SELECT last_chunk, last_period_end FROM publication_state") == [
                    [4, Self.now.seconds]
                ]
            )
            #expect(
                try await repaired.rows("SELECT number, period_start, period_end, retires_from FROM chunk") == [
                    [1, 0, Self.now.seconds - 7200, Self.now.seconds - 7200],
                    // What the published file says stays; its right key's window decides.
                    [2, 0, Self.future.seconds, ended * 600],
                    [3, 5, Self.now.seconds - 1, Self.now.seconds - 1],
                    [4, Self.now.seconds - 1, Self.now.seconds, Self.now.seconds],
                ]
            )
            #expect(
                try await repaired.rows("SELECT releasable_at FROM diagnosis_key WHERE chunk IS NULL ORDER BY key_data")
                    == [[ended * 600 + 7200], [Self.now.seconds]]
            )
            #expect(try await repaired.rows("SELECT count(*) FROM diagnosis_key") == [[3]])
            #expect(repaired.count("chunk", "not published") == 2)
            #expect(repaired.count("chunk", "offer") == 1)
            #expect(repaired.count("diagnosis_key", "window further ahead") == 1)
        }
    }

    @Test("rights and the inbox")
    func rights() async throws {
        try await repair(
            .exposure,
            .exposures,
            filledBy: [
                "INSERT INTO upload_right VALUES (\(blob(1, 32)), 0, \(Self.future.seconds), NULL)",
                "INSERT INTO upload_right VALUES (\(blob(2, 32)), 0, \(Self.now.seconds + 86_400), NULL)",
                "INSERT INTO upload_right VALUES (\(blob(3, 32)), NULL, NULL, \(Self.futureDay))",
                "INSERT INTO analytics_inbox VALUES (\(blob(1, 16)), \(Self.futureDay), 'RM', x'00')",
                "INSERT INTO analytics_inbox VALUES (\(blob(2, 16)), \(Self.today - 3), 'RM', x'00')",
            ]
        ) { repaired async throws in
            let rights = try await repaired.rows("SELECT expires_at, consumed_on FROM upload_right")
            #expect(rights == [[Self.now.seconds + 86_400, nil], [nil, Int64(Self.today)]])
            let days = try await repaired.rows("SELECT received_on FROM analytics_inbox")
            #expect(days == [[Int64(Self.today)], [Int64(Self.today - 3)]])
        }
    }

    @Test("counts, tokens and jobs of the Analytics Service")
    func analytics() async throws {
        let month = CalendarMonth(of: Self.now.utcDay).monthsSinceEpoch
        try await repair(
            .analytics,
            .analytics(retentionDays: 30),
            filledBy: [
                "INSERT INTO operational_info_ios VALUES (\(Self.today), 'RM', 1, 1, 1, -1, 5)",
                "INSERT INTO operational_info_ios VALUES (\(Self.futureDay), 'RM', 1, 1, 1, -1, 2)",
                "INSERT INTO operational_info_ios VALUES (\(Self.futureDay + 1), 'RM', 1, 1, 1, -1, 1)",
                "INSERT INTO operational_info_ios VALUES (\(Self.futureDay + 1), 'MI', 1, 1, 1, -1, 1)",
                "INSERT INTO epidemiological_info VALUES (\(blob(1, 16)), \(Self.futureDay), 'RM', x'00')",
                "INSERT INTO analytics_token VALUES (zeroblob(32), \(month + 60), 1, 2)",
                "INSERT INTO used_binding VALUES (zeroblob(32), \(Self.future.seconds))",
                "INSERT INTO authorisation_job VALUES (zeroblob(32), '', 'queued', NULL, 0, \(Self.future.seconds), NULL)",
                "INSERT INTO abandoned_authorisation VALUES (\(month), 2), (\(month + 60), 3)",
                "INSERT INTO release_start VALUES (1, \(Self.futureDay))",
            ]
        ) { repaired async throws in
            let counts = try await repaired.rows(
                "SELECT received_on, uploads FROM operational_info_ios ORDER BY uploads"
            )
            #expect(counts == [[Int64(Self.today), 1], [Int64(Self.today), 8]])
            #expect(try await repaired.rows("SELECT received_on FROM epidemiological_info") == [[Int64(Self.today)]])
            let tokens = try await repaired.rows(
                "SELECT authorised_in, with_exposure, without_exposure FROM analytics_token"
            )
            #expect(tokens == [[Int64(month), 1, 2]])
            #expect(try await repaired.rows("SELECT expiry FROM used_binding") == [[Self.now.seconds + 86_400]])
            #expect(try await repaired.rows("SELECT expiry FROM authorisation_job") == [[Self.now.seconds + 86_400]])
            #expect(try await repaired.rows("SELECT * FROM abandoned_authorisation") == [[Int64(month), 5]])
            #expect(try await repaired.rows("SELECT day FROM release_start") == [[Int64(Self.today)]])
        }
    }

    @Test(
        "a release of a day that has not ended is void, free where nothing had been counted, and told to the audit log"
    )
    func releases() async throws {
        let days = [(-1, 0), (0, 1), (1, 0), (2, 3), (40, 0)]
        let releases = days.enumerated().map { number, day in
            "INSERT INTO release VALUES (\(number), 'working', \(Self.today + day.0), 0, 1000000, 1, \(Self.today + 41))"
        }
        let counts = days.filter { $0.1 > 0 }.map { day, count in
            "INSERT INTO operational_info_android VALUES (\(Self.today + day), 'RM', 1, 1, 1, -1, \(count))"
        }
        try await repair(.analytics, .analytics(retentionDays: 30), filledBy: releases + counts) {
            repaired async throws in
            let voids = try await repaired.rows(
                "SELECT release, made_at, is_charged FROM release_void ORDER BY release"
            )
            // Of the day after tomorrow's counts all may have been deleted by a clock that was 41 days ahead.
            #expect(voids == [(1, 1), (2, 1), (3, 1), (4, 0)].map { [$0, Self.now.seconds, $1] })
            // Today's count stays; what a void release held is not counted a second time.
            #expect(
                try await repaired.rows("SELECT received_on, uploads FROM operational_info_android")
                    == [[Int64(Self.today), 1]]
            )
            let store = SQLiteReleases(repaired.database)
            let day = CalendarDay(daysSinceEpoch: Self.today)
            let cubes = try await store.cubes(
                of: .working,
                from: day.advanced(byDays: -5),
                through: day.advanced(byDays: 50)
            )
            #expect(cubes.map(\.entry.day) == [day.advanced(byDays: -1)])
            #expect(try await store.ledger().map(\.void) == [nil, .charged, .charged, .charged, .free])
            let audit = try await store.auditEntries()
            #expect(audit.map(\.operatorName) == ["avviso clock repair"])
            #expect(audit.map(\.subject) == ["4 releases from \(day) on"])
        }
    }

    @Test("with a clock that was ahead by less than the retention, noise alone is free")
    func freeReleases() async throws {
        let releases = (0..<20).map { day in
            "INSERT INTO release VALUES (\(day), 'working', \(Self.today + day), 0, 3500000, 1, \(Self.today + 20))"
        }
        try await repair(.analytics, .analytics(retentionDays: 30), filledBy: releases) { repaired async throws in
            let store = SQLiteReleases(repaired.database)
            #expect(try await store.ledger().allSatisfy { $0.void == .free })
            let day = CalendarDay(daysSinceEpoch: Self.today)
            let entry = LedgerEntry(
                statistic: .working,
                day: day,
                renewal: 1,
                epsilon: Millionths(3_500_000),
                sensitivity: 1,
                releasedOn: day.advanced(byDays: 1)
            )
            let cube = ReleasedCube(entry: entry, values: ["a": 1])
            #expect(try await store.keep(cube, within: Millionths(4_000_000)) == .kept)
            #expect(try await store.cubes(of: .working, from: day, through: day) == [cube])
        }
    }

    @Test("operators' sessions and lines")
    func operators() async throws {
        try await repair(
            .operators,
            .operators,
            filledBy: [
                "INSERT INTO operator VALUES ('anna', 1, 1, 1, zeroblob(16), zeroblob(32), \(Self.future.seconds), NULL, 0)",
                "INSERT INTO operator VALUES ('bruno', 1, 1, 1, zeroblob(16), zeroblob(32), 5, \(Self.future.seconds), 0)",
                "INSERT INTO operator_session VALUES (\(blob(1, 32)), 'anna', \(Self.future.seconds), 0, NULL)",
                "INSERT INTO operator_session VALUES (\(blob(2, 32)), 'anna', 6, 7, NULL)",
                "INSERT INTO known_browser VALUES (zeroblob(32), 'anna', \(Self.future.seconds))",
                "INSERT INTO wrong_tries VALUES (zeroblob(32), 9, \(Self.future.seconds))",
                "INSERT INTO operator_audit VALUES (1, 5, 'anna', 'created'), (2, \(Self.future.seconds), 'anna', 'reset')",
            ]
        ) { repaired async throws in
            let accounts = try await repaired.rows("SELECT created_at, disabled_at FROM operator ORDER BY name")
            #expect(accounts == [[Self.now.seconds, nil], [5, Self.now.seconds]])
            #expect(try await repaired.rows("SELECT started_at FROM operator_session") == [[6]])
            #expect(try await repaired.rows("SELECT used_at FROM known_browser") == [[Self.now.seconds]])
            #expect(try await repaired.rows("SELECT count(*) FROM wrong_tries") == [[0]])
            #expect(
                try await repaired.rows("SELECT number, at FROM operator_audit") == [[1, 5], [2, Self.now.seconds]]
            )
        }
    }

    @Test("revisions of the settings stay as they were made, and are told with the right time")
    func settings() async throws {
        try await repair(
            .settings,
            .settings,
            filledBy: [
                "INSERT INTO settings_revision VALUES (1, 100, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (2, \(Self.future.seconds), 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (3, 200, 'a', 'r', 'set')",
                "INSERT INTO settings_revision VALUES (4, \(Self.future.seconds), 'a', 'r', 'set')",
            ]
        ) { repaired async throws in
            let history = try await SQLiteSettings(repaired.database).history()
            #expect(history.map(\.number) == [4, 3, 2, 1])
            #expect(history.map(\.change.madeAt) == [Self.now, UnixTime(200), UnixTime(200), UnixTime(100)])
            let made = try await repaired.rows("SELECT made_at FROM settings_revision WHERE number = 2")
            #expect(made == [[Self.future.seconds]])
        }
    }

    @Test("a database that no wrong clock has touched is left alone, also where clocks differ by an hour")
    func untouched() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            let soon = Self.now.seconds + 3600
            try await database.write { db in
                for sql in [
                    "UPDATE publication_state SET last_chunk = 1, last_period_end = \(soon)",
                    "INSERT INTO chunk VALUES (1, 0, \(soon), 'chunk-1', 1, zeroblob(32), \(soon))",
                    // A phone that is seven days fast names windows of the week to come.
                    "INSERT INTO diagnosis_key VALUES (zeroblob(16), \((Self.now.seconds + 7 * 86_400) / 600 + 12), 144, 8, \(Self.now.seconds + 8 * 86_400 + 14_400), NULL, 0)",
                    "INSERT INTO upload_right VALUES (zeroblob(32), 0, \(Self.now.seconds + 86_400), NULL)",
                    "INSERT INTO analytics_inbox VALUES (zeroblob(16), \(Self.today), 'RM', x'00')",
                ] {
                    try db.execute(sql: sql)
                }
            }
            #expect(
                try await SQLiteClockRepair(database, of: .exposures).repair(now: Self.now, isRehearsal: false) == []
            )
        }
    }
}
