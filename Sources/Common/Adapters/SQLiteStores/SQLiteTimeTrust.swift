package import ClockPorts
package import ExposurePrimitives
import GRDB
package import Stores

/// What a SQLite database remembers of the time.
package struct SQLiteTimeTrust: TimeTrustStore {
    /// Which database it is, by what it holds.
    package enum Content: Sendable, CaseIterable {
        case exposures
        case analytics
        case operators
    }

    private let database: SQLiteDatabase
    private let content: Content

    package init(_ database: SQLiteDatabase, of content: Content) {
        self.database = database
        self.content = content
    }

    package func trust() async throws(StoreError) -> TimeTrust? {
        try database.look { db in try Self.trust(in: db) }
    }

    package func latestEvidence() async throws(StoreError) -> UnixTime? {
        let sql = content.latestMoment
        return try await database.read { db in try Int64.fetchOne(db, sql: sql).map { UnixTime($0) } }
    }

    package func changeTrust<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await database.write(patience: nil) { db in
            let before = try Self.trust(in: db)
            var trust = before
            let outcome = change(&trust)
            if let trust, trust != before {
                try Self.write(trust, to: db)
            }
            return outcome
        }
    }

    private static func trust(in db: Database) throws -> TimeTrust? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM clock_trust")).map { row in
            TimeTrust(
                mark: UnixTime(row["mark"]),
                anchor: reading(row, "anchor"),
                hold: reading(row, "hold")
            )
        }
    }

    private static func reading(_ row: Row, _ prefix: String) -> ClockReading? {
        guard let time = row["\(prefix)_time"] as Int64?, let sinceBoot = row["\(prefix)_since_boot"] as Int64?,
            let boot = row["\(prefix)_boot"] as String?
        else {
            return nil
        }
        return ClockReading(time: UnixTime(time), sinceBoot: sinceBoot, boot: boot)
    }

    private static func write(_ trust: TimeTrust, to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO clock_trust VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                trust.mark.seconds, trust.anchor?.time.seconds, trust.anchor?.sinceBoot, trust.anchor?.boot,
                trust.hold?.time.seconds, trust.hold?.sinceBoot, trust.hold?.boot,
            ]
        )
    }
}

extension SQLiteTimeTrust.Content {
    /// The latest moment that rows tell of, null without rows. Where a row has a day alone it is the day's beginning.
    fileprivate var latestMoment: String {
        let latest = moments.map { "SELECT max(\($0.moment)) AS moment FROM \($0.table)" }
        return "SELECT max(moment) FROM (\(latest.joined(separator: " UNION ALL ")))"
    }

    private var moments: [(moment: String, table: String)] {
        switch self {
        case .exposures:
            [
                ("rolling_start * 600", "diagnosis_key"), ("period_end", "chunk"),
                ("received_on * 86400", "analytics_inbox"), ("consumed_on * 86400", "upload_right"),
            ]
        case .analytics:
            [
                ("received_on * 86400", "operational_info_ios"), ("received_on * 86400", "operational_info_android"),
                ("received_on * 86400", "epidemiological_info"), ("released_on * 86400", "release"),
                ("day * 86400", "release_start"),
                // About the beginning of the month, to within two days in each decade.
                ("authorised_in * 2629746", "analytics_token"), ("expiry - 86400", "authorisation_job"),
                ("expiry - 7200", "used_binding"),
            ]
        case .operators:
            [("at", "operator_audit"), ("used_at", "operator_session"), ("used_at", "known_browser")]
        }
    }
}
