import AnalyticsStoreConformance
import AnalyticsStores
import DatabaseTesting
import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import SQLEngine
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLAnalyticsStores

@Suite("Releases in SQLite")
struct SQLiteReleasesTests {
    @Test("conform to the port", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await ReleaseConformance.checks.violations { SQLReleases(try make(.analytics)) }
            #expect(violations == [])
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await ReleaseConformance.checks.overlooked(AnalyticsFaults.releases) {
            try await AnalyticsStoreHandles.temporary(fault: $0).releases
        }
        #expect(overlooked == [])
    }

    private func cube(value: Int) -> ReleasedCube {
        let day = CalendarDay(daysSinceEpoch: 18_600)
        let entry = LedgerEntry(
            statistic: .working,
            day: day,
            renewal: 0,
            epsilon: Millionths(1_000_000),
            sensitivity: 1,
            releasedOn: day
        )
        return ReleasedCube(entry: entry, values: ["leaf": value])
    }

    @Test("if two processes release a day at once, one succeeds and both read the same")
    func twoProcesses() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let one = try SQLReleases(SQLiteDatabase(path: path, schema: .analytics))
            let other = try SQLReleases(SQLiteDatabase(path: path, schema: .analytics))
            async let first = one.keep(cube(value: 1), within: Millionths(1_000_000))
            async let second = other.keep(cube(value: 2), within: Millionths(1_000_000))
            #expect(try await Set([first, second]) == [.kept, .exists])
            let day = CalendarDay(daysSinceEpoch: 18_600)
            let read = try await one.cubes(of: .working, from: day, through: day)
            #expect(try await other.cubes(of: .working, from: day, through: day) == read)
            #expect(read.count == 1)
        }
    }

    @Test(
        "no release and no audit entry can be changed or deleted by SQL",
        arguments: [
            "UPDATE release SET epsilon_millionths = 1", "DELETE FROM release", "UPDATE released_leaf SET value = 0",
            "DELETE FROM released_leaf", "UPDATE audit_entry SET reason = 'x'", "DELETE FROM audit_entry",
            "DELETE FROM release_start", "REPLACE INTO release_start VALUES (1, 0)",
            "REPLACE INTO release SELECT id, statistic, day + 1, renewal, 1, 1, 0 FROM release",
            "REPLACE INTO release SELECT id + 1, statistic, day, renewal, 1, 1, 0 FROM release",
            "REPLACE INTO released_leaf SELECT release, leaf, 0 FROM released_leaf",
            "REPLACE INTO audit_entry SELECT id, 0, 'x', 'x', 'x' FROM audit_entry",
            "UPDATE release_start SET day = day", "UPDATE release_start SET day = day + 1",
            "UPDATE release_void SET is_charged = 0", "DELETE FROM release_void",
            "REPLACE INTO release_void SELECT release, made_at, 0 FROM release_void",
        ]
    )
    func kept(sql: String) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let store = try SQLReleases(SQLiteDatabase(path: path, schema: .analytics))
            _ = try await store.keep(cube(value: 1), within: Millionths(1_000_000))
            try await store.record(AuditEntry(time: UnixTime(0), operatorName: "o", reason: "r", subject: "s"))
            _ = try await store.startDay(notAfter: CalendarDay(daysSinceEpoch: 18_600))
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in try db.execute(sql: "INSERT INTO release_void SELECT id, 0, 1 FROM release") }
            #expect(throws: DatabaseError.self) { try queue.write { db in try db.execute(sql: sql) } }
        }
    }
}
