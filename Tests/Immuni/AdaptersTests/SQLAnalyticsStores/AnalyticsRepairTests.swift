import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import SQLAnalyticsStores
import SQLEngine
import SQLiteTesting
import Testing

/// SQL makes the databases as a clock five years ahead leaves them. Each table has a right row beside the wrong ones.
@Suite("The repair of the Analytics Service's database")
struct AnalyticsRepairTests {
    @Test("counts, tokens and jobs of the Analytics Service")
    func analytics() async throws {
        let month = CalendarMonth(of: WrongClock.now.utcDay).monthsSinceEpoch
        try await WrongClock.repair(
            .analytics(retentionDays: 30),
            filledBy: [
                "INSERT INTO operational_info_ios VALUES (\(WrongClock.today), 'RM', 1, 1, 1, -1, 5)",
                "INSERT INTO operational_info_ios VALUES (\(WrongClock.futureDay), 'RM', 1, 1, 1, -1, 2)",
                "INSERT INTO operational_info_ios VALUES (\(WrongClock.futureDay + 1), 'RM', 1, 1, 1, -1, 1)",
                "INSERT INTO operational_info_ios VALUES (\(WrongClock.futureDay + 1), 'MI', 1, 1, 1, -1, 1)",
                "INSERT INTO epidemiological_info VALUES (\(WrongClock.blob(1, 16)), \(WrongClock.futureDay), 'RM', x'00')",
                "INSERT INTO analytics_token VALUES (zeroblob(32), \(month + 60), 1, 2)",
                "INSERT INTO used_binding VALUES (zeroblob(32), \(WrongClock.future.seconds))",
                "INSERT INTO authorisation_job VALUES (zeroblob(32), '', 'queued', NULL, 0, \(WrongClock.future.seconds), NULL)",
                "INSERT INTO abandoned_authorisation VALUES (\(month), 2), (\(month + 60), 3)",
                "INSERT INTO release_start VALUES (1, \(WrongClock.futureDay))",
            ]
        ) { repaired async throws in
            let counts = try await repaired.rows(
                "SELECT received_on, uploads FROM operational_info_ios ORDER BY uploads"
            )
            #expect(counts == [[Int64(WrongClock.today), 1], [Int64(WrongClock.today), 8]])
            let infos = try await repaired.rows("SELECT received_on FROM epidemiological_info")
            #expect(infos == [[Int64(WrongClock.today)]])
            let tokens = try await repaired.rows(
                "SELECT authorised_in, with_exposure, without_exposure FROM analytics_token"
            )
            #expect(tokens == [[Int64(month), 1, 2]])
            #expect(try await repaired.rows("SELECT expiry FROM used_binding") == [[WrongClock.now.seconds + 86_400]])
            let jobs = try await repaired.rows("SELECT expiry FROM authorisation_job")
            #expect(jobs == [[WrongClock.now.seconds + 86_400]])
            #expect(try await repaired.rows("SELECT * FROM abandoned_authorisation") == [[Int64(month), 5]])
            #expect(try await repaired.rows("SELECT day FROM release_start") == [[Int64(WrongClock.today)]])
        }
    }

    @Test("the release of a day that has not ended becomes void, costs nothing if nothing was counted, and is audited")
    func releases() async throws {
        let days = [(-1, 0), (0, 1), (1, 0), (2, 3), (40, 0)]
        let releases = days.enumerated().map { number, day in
            "INSERT INTO release VALUES (\(number), 'working', \(WrongClock.today + day.0), 0, 1000000, 1, \(WrongClock.today + 41))"
        }
        let counts = days.filter { $0.1 > 0 }.map { day, count in
            "INSERT INTO operational_info_android VALUES (\(WrongClock.today + day), 'RM', 1, 1, 1, -1, \(count))"
        }
        try await WrongClock.repair(.analytics(retentionDays: 30), filledBy: releases + counts) {
            repaired async throws in
            let voids = try await repaired.rows(
                "SELECT release, made_at, is_charged FROM release_void ORDER BY release"
            )
            // A clock that was 41 days ahead may have deleted all counts of the day after tomorrow.
            #expect(voids == [(1, 1), (2, 1), (3, 1), (4, 0)].map { [$0, WrongClock.now.seconds, $1] })
            // Today's count stays; the content of a void release is not counted a second time.
            let counts = try await repaired.rows("SELECT received_on, uploads FROM operational_info_android")
            #expect(counts == [[Int64(WrongClock.today), 1]])
            let store = SQLReleases(repaired.database)
            let day = CalendarDay(daysSinceEpoch: WrongClock.today)
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

    @Test("after a clock that was ahead by less than the retention, only noise costs nothing")
    func freeReleases() async throws {
        let releases = (0..<20).map { day in
            "INSERT INTO release VALUES (\(day), 'working', \(WrongClock.today + day), 0, 3500000, 1, \(WrongClock.today + 20))"
        }
        try await WrongClock.repair(.analytics(retentionDays: 30), filledBy: releases) { repaired async throws in
            let store = SQLReleases(repaired.database)
            #expect(try await store.ledger().allSatisfy { $0.void == .free })
            let day = CalendarDay(daysSinceEpoch: WrongClock.today)
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
}
