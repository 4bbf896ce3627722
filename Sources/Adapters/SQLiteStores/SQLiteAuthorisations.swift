import DeviceAttestation
package import ExposurePrimitives
import Foundation
import GRDB
package import Stores

/// The jobs that authorise analytics tokens, in SQLite.
package struct SQLiteAuthorisations: AuthorisationStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func claim() async throws(StoreError) -> (any AuthorisationClaim)? {
        guard let claim = try database.claim("authorisation") else {
            return nil
        }
        try await write { db in
            try db.execute(sql: "UPDATE authorisation_job SET is_disturbed = 1 WHERE step <> 'queued'")
        }
        return claim
    }

    package func enqueue(
        _ job: AuthorisationJob,
        in month: CalendarMonth,
        limit: Int
    ) async throws(StoreError) -> EnqueueOutcome {
        try await database.write { db in
            if try Self.isAuthorised(job.token, in: month, db) {
                return .authorised
            }
            if try Self.hasJob(job.token, db) {
                return .pending
            }
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM authorisation_job") ?? 0 < limit else {
                return .full
            }
            try db.execute(
                sql: """
                    INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [job.token.digest.asData, job.deviceToken.exposedText] + Self.state(job)
            )
            return .enqueued
        }
    }

    package func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        try await database.read { db in
            try Row.fetchAll(
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
                sql: "INSERT OR REPLACE INTO analytics_token (digest, authorised_in) VALUES (?, ?)",
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
                    ON CONFLICT (month) DO UPDATE SET jobs = jobs + 1
                    """,
                arguments: [month]
            )
        }
    }

    package func ownFailures(in month: CalendarMonth) async throws(StoreError) -> Int {
        try database.look { db in
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

extension SQLiteAuthorisations {
    /// Deletes `job` together with what `body` does, if it is as given.
    private func delete(
        _ job: AuthorisationJob,
        _ body: @escaping @Sendable (Database) throws -> Void
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

    /// Nobody waits for a job's writes.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write(patience: nil, body)
    }

    private static func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT authorised_in BETWEEN ? AND ? FROM analytics_token WHERE digest = ?",
            arguments: [month.monthsSinceEpoch - 1, month.monthsSinceEpoch, token.digest.asData]
        ) ?? false
    }

    private static func hasJob(_ token: TokenIdentifier, _ db: Database) throws -> Bool {
        try Int.fetchOne(
            db,
            sql: "SELECT 1 FROM authorisation_job WHERE digest = ?",
            arguments: [token.digest.asData]
        ) != nil
    }

    private static func isThere(_ job: AuthorisationJob, _ db: Database) throws -> Bool {
        let row = try Row.fetchOne(
            db,
            sql: "SELECT * FROM authorisation_job WHERE digest = ?",
            arguments: [job.token.digest.asData]
        )
        return try row.map(Self.job) == job
    }

    private static func state(_ job: AuthorisationJob) -> StatementArguments {
        [
            job.step.rawValue, job.month?.monthsSinceEpoch, job.isDisturbed, job.expiry.seconds,
            job.step.holdsLease ? 1 : nil,
        ]
    }

    private static func job(_ row: Row) throws -> AuthorisationJob {
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
