package import ClockPorts
package import ExposurePrimitives
import GRDB
package import Persistence

/// A SQLite database's memory of the time.
package struct SQLiteTimeTrust: TimeTrustStore {
    private let database: SQLiteDatabase
    private let content: SQLiteContent

    package init(_ database: SQLiteDatabase, of content: SQLiteContent) {
        self.database = database
        self.content = content
    }

    package func trust() async throws(StoreError) -> TimeTrust? {
        try database.readAtOnce { db in try Self.trust(in: db) }
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
