package import AnalyticsStores
import DeviceAttestation
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// The jobs that authorise analytics tokens.
package struct SQLAuthorisations: AuthorisationStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func takeLease() async throws(StoreError) -> (any Lease)? {
        guard let lease = try await database.takeLease("authorisation") else {
            return nil
        }
        try await write { db in
            try db.execute(sql: "UPDATE authorisation_job SET is_disturbed = 1 WHERE step NOT IN ('queued', 'proven')")
        }
        return lease
    }

    package func enqueue(
        _ job: AuthorisationJob,
        in months: ClosedRange<CalendarMonth>,
        limits: AuthorisationLimits
    ) async throws(StoreError) -> EnqueueOutcome {
        try await database.write { db in
            if try Self.isAuthorised(job.token, in: months, db) {
                return .authorised
            }
            if try Self.hasJob(job.token, db) {
                try db.cachedStatement(
                    sql: """
                        UPDATE authorisation_job SET expiry = ?1 WHERE digest = ?2 AND step = 'queued' AND expiry < ?1
                        """
                ).execute(arguments: [job.expiry.seconds, job.token.digest.asData])
                return .pending
            }
            guard try Self.makeRoom(for: job, within: limits, db) else {
                return .full
            }
            try Self.insert(job, db)
            return .enqueued
        }
    }

    package func unproven(limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT * FROM authorisation_job WHERE step = 'queued' ORDER BY expiry DESC, random() LIMIT ?
                    """,
                arguments: [limit]
            ).map(Self.job)
        }
    }

    package func prove(_ job: AuthorisationJob, limits: AuthorisationLimits) async throws(StoreError) -> Bool {
        var next = job
        next.step = .proven
        let proven = next
        return try await write { db in
            try db.execute(
                sql: "DELETE FROM authorisation_job WHERE digest = ? AND step = 'queued'",
                arguments: [job.token.digest.asData]
            )
            let hadRoom = db.changesCount > 0
            guard try !Self.hasJob(job.token, db), try hadRoom || Self.makeRoom(for: proven, within: limits, db) else {
                return false
            }
            try Self.insert(proven, db)
            return true
        }
    }

    package func proven(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT * FROM authorisation_job WHERE step <> 'queued' AND digest > ? ORDER BY digest LIMIT ?
                    """,
                arguments: [(token?.digest ?? []).asData, limit]
            ).map(Self.job)
        }
    }

    package func displacedCount() async throws(StoreError) -> Int {
        try await database.readAtOnce { db in
            try Int.fetchOne(db, sql: "SELECT displaced FROM authorisation_queue") ?? 0
        }
    }

    package func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT * FROM authorisation_job WHERE digest > ? ORDER BY digest LIMIT ?",
                arguments: [(token?.digest ?? []).asData, limit]
            ).map(Self.job)
        }
    }

    package func advance(
        _ job: AuthorisationJob,
        to next: AuthorisationJob
    ) async throws(StoreError) -> AdvanceOutcome {
        try await write { db in
            guard try Self.isThere(job, db) else {
                return .lost
            }
            let others = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM authorisation_job WHERE lease = 1 AND digest <> ?",
                arguments: [job.token.digest.asData]
            )
            guard !next.step.holdsLease || others == 0 else {
                return .leaseTaken
            }
            try db.execute(
                sql: """
                    UPDATE authorisation_job SET step = ?, month = ?, is_disturbed = ?, expiry = ?, lease = ?
                    WHERE digest = ?
                    """,
                arguments: Self.state(next) + [job.token.digest.asData]
            )
            return .advanced
        }
    }

    package func finish(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        try await delete(job) { db in
            try db.execute(
                sql: """
                    INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?)
                    ON CONFLICT (digest) DO UPDATE SET authorised_in = excluded.authorised_in,
                    with_exposure = 0, without_exposure = 0
                    """,
                arguments: [job.token.digest.asData, job.month?.monthsSinceEpoch]
            )
        }
    }

    package func drop(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        try await delete(job) { _ in }
    }

    package func abandon(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        try await delete(job) { db in
            guard let month = job.month?.monthsSinceEpoch else {
                return
            }
            try db.execute(sql: "DELETE FROM abandoned_authorisation WHERE month < ?", arguments: [month])
            try db.execute(
                sql: """
                    INSERT INTO abandoned_authorisation (month, jobs) VALUES (?, 1)
                    ON CONFLICT (month) DO UPDATE SET jobs = abandoned_authorisation.jobs + 1
                    """,
                arguments: [month]
            )
        }
    }

    package func ownFailures(in month: CalendarMonth) async throws(StoreError) -> Int {
        try await database.readAtOnce { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT coalesce((SELECT jobs FROM abandoned_authorisation WHERE month = ?1), 0)
                        + (SELECT count(*) FROM authorisation_job WHERE is_disturbed = 1 AND month = ?1)
                    """,
                arguments: [month.monthsSinceEpoch]
            ) ?? 0
        }
    }
}

extension SQLAuthorisations {
    /// Whether `job` may be added, after the oldest unproven jobs made room for it.
    private static func makeRoom(
        for job: AuthorisationJob,
        within limits: AuthorisationLimits,
        _ db: SQLSession
    ) throws -> Bool {
        let counting = try db.cachedStatement(sql: "SELECT jobs, unproven FROM authorisation_queue")
        guard let counts = try SQLRow.fetchOne(counting) else {
            return false
        }
        let (jobs, unproven): (Int, Int) = (counts["jobs"], counts["unproven"])
        let isCrowded = job.step == .queued && unproven >= limits.unproven
        guard jobs >= limits.jobs || isCrowded else {
            return true
        }
        guard unproven > 0 else {
            return false
        }
        // Several are deleted at once, so a flood does not sort the oldest jobs again for each of its requests.
        let displaced = min(unproven, max(1, limits.unproven / displacedShare))
        try db.execute(
            sql: """
                DELETE FROM authorisation_job WHERE digest IN
                (SELECT digest FROM authorisation_job WHERE step = 'queued' ORDER BY expiry, random() LIMIT ?)
                """,
            arguments: [displaced]
        )
        try db.execute(sql: "UPDATE authorisation_queue SET displaced = displaced + ?", arguments: [displaced])
        return true
    }

    /// The part of the unproven jobs that is displaced at once: a sixty-fourth.
    private static let displacedShare = 64

    private static func insert(_ job: AuthorisationJob, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [job.token.digest.asData, job.deviceToken.exposedText] + state(job))
    }

    /// Deletes `job` if it is as given, in one transaction with the changes of `body`.
    private func delete(
        _ job: AuthorisationJob,
        _ body: @escaping @Sendable (SQLSession) throws -> Void
    ) async throws(StoreError) -> Bool {
        try await write { db in
            guard try Self.isThere(job, db) else {
                return false
            }
            try db.execute(sql: "DELETE FROM authorisation_job WHERE digest = ?", arguments: [job.token.digest.asData])
            try body(db)
            return true
        }
    }

    /// Writes in the background: no request waits for a job's writes.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write(patience: .unlimited, body)
    }

    private static func isAuthorised(
        _ token: TokenIdentifier,
        in months: ClosedRange<CalendarMonth>,
        _ db: SQLSession
    ) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT authorised_in BETWEEN ? AND ? FROM analytics_token WHERE digest = ?"),
            arguments: [months.lowerBound.monthsSinceEpoch, months.upperBound.monthsSinceEpoch, token.digest.asData]
        ) ?? false
    }

    private static func hasJob(_ token: TokenIdentifier, _ db: SQLSession) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM authorisation_job WHERE digest = ?"),
            arguments: [token.digest.asData]
        ) != nil
    }

    private static func isThere(_ job: AuthorisationJob, _ db: SQLSession) throws -> Bool {
        let row = try SQLRow.fetchOne(
            db,
            sql: "SELECT * FROM authorisation_job WHERE digest = ?",
            arguments: [job.token.digest.asData]
        )
        return try row.map(Self.job) == job
    }

    private static func state(_ job: AuthorisationJob) -> SQLArguments {
        [
            job.step.rawValue, job.month?.monthsSinceEpoch, job.isDisturbed, job.expiry.seconds,
            job.step.holdsLease ? 1 : nil,
        ]
    }

    private static func job(_ row: SQLRow) throws -> AuthorisationJob {
        guard let step = AuthorisationStep(rawValue: row["step"]) else {
            throw StoreError.damagedRow(table: "authorisation_job")
        }
        return AuthorisationJob(
            token: TokenIdentifier(digest: row["digest"] as Data),
            deviceToken: DeviceToken(exposing: row["device_token"]),
            step: step,
            month: (row["month"] as Int?).map(CalendarMonth.init(monthsSinceEpoch:)),
            isDisturbed: row["is_disturbed"],
            expiry: UnixTime(row["expiry"])
        )
    }
}
