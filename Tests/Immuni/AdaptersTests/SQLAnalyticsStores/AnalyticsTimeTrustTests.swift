import ClockPorts
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLAnalyticsStores
import SQLEngine
import SQLiteEngine
import Testing

@Suite("The trusted time in the Analytics Service's database")
struct AnalyticsTimeTrustTests {
    private func with(_ body: (SQLiteDatabase) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await body(SQLiteDatabase(path: folder.appending(path: "db").path, schema: .analytics))
        }
    }

    @Test(
        "each row of the content is evidence of the time by itself",
        arguments: [
            ("INSERT INTO operational_info_ios VALUES (20778, 'RM', 1, 1, 1, -1, 1)", 1_795_219_200),
            ("INSERT INTO operational_info_android VALUES (20778, 'RM', 1, 1, 1, -1, 1)", 1_795_219_200),
            ("INSERT INTO epidemiological_info VALUES (zeroblob(16), 20778, 'RM', x'00')", 1_795_219_200),
            ("INSERT INTO release VALUES (1, 'working', 20777, 0, 1, 1, 20778)", 1_795_219_200),
            ("INSERT INTO release_start VALUES (1, 20778)", 1_795_219_200),
            ("INSERT INTO used_binding VALUES (zeroblob(32), 1795269600)", 1_795_262_400),
            (
                "INSERT INTO authorisation_job VALUES (zeroblob(32), '', 'queued', NULL, 0, 1795348800, NULL)",
                1_795_262_400
            ),
        ] as [(String, Int64)]
    )
    func analyticsEvidence(sql: String, seconds: Int64) async throws {
        try await with { database in
            try await database.write { db in try db.execute(sql: sql) }
            let trust = SQLTimeTrust(database, of: .analytics(retentionDays: 30))
            #expect(try await trust.latestEvidence() == UnixTime(seconds))
        }
    }

    @Test("a token's month counts as a moment within two days of its beginning", arguments: [0, 7, 611, 682, 960])
    func months(number: Int) async throws {
        try await with { database in
            try await database.write { db in
                try db.execute(sql: "INSERT INTO analytics_token VALUES (zeroblob(32), ?, 0, 0)", arguments: [number])
            }
            let evidence = try await SQLTimeTrust(database, of: .analytics(retentionDays: 30)).latestEvidence()
            let first = CalendarMonth(monthsSinceEpoch: number).firstDay.startInUTC
            #expect(abs(try #require(evidence).seconds(since: first)) <= 2 * UnixTime.secondsPerDay)
        }
    }
}
