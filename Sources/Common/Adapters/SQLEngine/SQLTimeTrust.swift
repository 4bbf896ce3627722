package import ClockPorts
package import ExposurePrimitives
package import Persistence

/// A SQLite database's memory of the time.
package struct SQLTimeTrust: TimeTrustStore {
    private let database: any SQLDatabase
    private let content: SQLContent

    package init(_ database: any SQLDatabase, of content: SQLContent) {
        self.database = database
        self.content = content
    }

    package func trust() async throws(StoreError) -> TimeTrust? {
        try await database.readAtOnce { db in try Self.trust(in: db) }
    }

    package func latestEvidence() async throws(StoreError) -> UnixTime? {
        let sql = content.latestMoment
        return try await database.read { db in try Int64.fetchOne(db, sql: sql).map { UnixTime($0) } }
    }

    package func changeTrust<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await database.write(patience: .unlimited) { db in
            let before = try Self.trust(in: db)
            var trust = before
            let outcome = change(&trust)
            if let trust, trust != before {
                try Self.write(trust, to: db)
            }
            return outcome
        }
    }

    private static func trust(in db: SQLSession) throws -> TimeTrust? {
        try SQLRow.fetchOne(db.cachedStatement(sql: "SELECT * FROM clock_trust")).map { row in
            TimeTrust(
                mark: UnixTime(row["mark"]),
                anchor: reading(row, "anchor"),
                hold: reading(row, "hold")
            )
        }
    }

    private static func reading(_ row: SQLRow, _ prefix: String) -> ClockReading? {
        guard let time = row["\(prefix)_time"] as Int64?, let sinceBoot = row["\(prefix)_since_boot"] as Int64?,
            let boot = row["\(prefix)_boot"] as String?
        else {
            return nil
        }
        return ClockReading(time: UnixTime(time), sinceBoot: sinceBoot, boot: boot)
    }

    private static func write(_ trust: TimeTrust, to db: SQLSession) throws {
        try db.execute(
            sql: """
                INSERT INTO clock_trust VALUES (1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                mark = excluded.mark, anchor_time = excluded.anchor_time,
                anchor_since_boot = excluded.anchor_since_boot, anchor_boot = excluded.anchor_boot,
                hold_time = excluded.hold_time, hold_since_boot = excluded.hold_since_boot,
                hold_boot = excluded.hold_boot
                """,
            arguments: [
                trust.mark.seconds, trust.anchor?.time.seconds, trust.anchor?.sinceBoot, trust.anchor?.boot,
                trust.hold?.time.seconds, trust.hold?.sinceBoot, trust.hold?.boot,
            ]
        )
    }
}
