import AnalyticsStoreConformance
import AnalyticsStores
import DatabaseTesting
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLEngine
import SQLiteTesting
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLAnalyticsStores

@Suite("The authorisation jobs in SQLite")
struct SQLiteAuthorisationsTests {
    @Test("conform to the port", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await AuthorisationConformance.checks.violations {
                SQLAuthorisations(try make(.analytics))
            }
            #expect(violations == [])
        }
    }

    @Test("a token request reads the stored number of jobs and does not count them")
    func numberIsKept() async throws {
        let database = try await TemporaryDatabase(.analytics)
        let store = SQLAuthorisations(database)
        let limits = AuthorisationLimits(jobs: 10, unproven: 10)
        let jobs = (0..<4).map { Self.job($0, expiry: 1) }
        for job in jobs.prefix(3) {
            #expect(try await store.enqueue(job, in: Self.months, limits: limits) == .enqueued)
        }
        #expect(try await store.drop(jobs[0]))
        #expect(try await store.abandon(jobs[1]))
        #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT jobs FROM authorisation_queue") } == 1)
        try await database.write { try $0.execute(sql: "UPDATE authorisation_queue SET jobs = 10, unproven = 0") }
        #expect(try await store.enqueue(jobs[3], in: Self.months, limits: limits) == .full)
    }

    private static func job(_ number: UInt8, expiry: Int64) -> AuthorisationJob {
        let token = TokenIdentifier(digest: [UInt8](repeating: number, count: 32))
        return AuthorisationJob(token: token, deviceToken: DeviceToken(exposing: "AAAA"), expiry: UnixTime(expiry))
    }

    private static let month = CalendarMonth(monthsSinceEpoch: 606)
    private static let months = month...month

    @Test("jobs of a database from before the proof was stored continue at their step")
    func migration() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let old = try SQLiteDatabase(path: path, schema: .analyticsBeforeProof)
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
                        VALUES (zeroblob(32), 'AAAA', 'queued', NULL, 0, 9, NULL),
                            (CAST(x'01' || zeroblob(31) AS BLOB), 'BBBB', 'clearing', 606, 1, 8, 1)
                        """
                )
            }
            try old.close()
            let database = try SQLiteDatabase(path: path, schema: .analytics)
            let store = SQLAuthorisations(database)
            #expect(try await store.jobs(after: nil, limit: 9).map(\.step) == [.queued, .clearing])
            #expect(try await store.unproven(limit: 9).map(\.deviceToken.exposedText) == ["AAAA"])
            #expect(try await store.proven(after: nil, limit: 9).map(\.isDisturbed) == [true])
            #expect(try await Self.numbers(in: database).kept == [2, 1])
            #expect(try await Self.numbers(in: database).counted == [2, 1])
        }
    }

    /// The numbers of all jobs and of unproven jobs: as stored, and as counted.
    private static func numbers(in database: some SQLDatabase) async throws -> (kept: [Int], counted: [Int]) {
        try await database.read { db in
            func pair(_ sql: String) throws -> [Int] {
                try SQLRow.fetchOne(db, sql: sql).map { [$0[0] ?? 0, $0[1] ?? 0] } ?? []
            }
            return (
                try pair("SELECT count(*), sum(step = 'queued') FROM authorisation_job"),
                try pair("SELECT jobs, unproven FROM authorisation_queue")
            )
        }
    }

    @Test("the stored number of unproven jobs is right after every change")
    func unprovenNumber() async throws {
        let database = try await TemporaryDatabase(.analytics)
        let store = SQLAuthorisations(database)
        var generator = SeededGenerator(seed: 7)
        let limits = AuthorisationLimits(jobs: 12, unproven: 5)
        for round in 0..<300 as Range<Int64> {
            let job = Self.job(.random(in: 0...30, using: &generator), expiry: round)
            switch Int.random(in: 0...3, using: &generator) {
            case 0, 1: _ = try await store.enqueue(job, in: Self.months, limits: limits)
            case 2: _ = try await store.prove(job, limits: limits)
            default:
                if let any = try await store.jobs(after: job.token, limit: 1).first {
                    _ = try await store.drop(any)
                }
            }
            let numbers = try await Self.numbers(in: database)
            #expect(numbers.kept == numbers.counted)
            #expect(numbers.kept[0] <= 12 && numbers.kept[1] <= 5)
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await AuthorisationConformance.checks.overlooked(AnalyticsFaults.authorisations) {
            try await AnalyticsStoreHandles.temporary(fault: $0).authorisations
        }
        #expect(overlooked == [])
    }
}
