package import ClockPorts
package import ExposurePrimitives
package import Persistence

/// A SQL database's memory of the time.
package struct SQLTimeTrust: TimeTrustStore {
    private let database: any SQLDatabase
    private let content: SQLContent

    package init(_ database: any SQLDatabase, of content: SQLContent) {
        self.database = database
        self.content = content
    }

    package func trust(of boot: String) async throws(StoreError) -> TimeTrust? {
        try await database.readAtOnce { db in try Self.trust(of: boot, in: db) }
    }

    package func machines() async throws(StoreError) -> [MachineTrust] {
        try await database.readAtOnce { db in
            let sql = """
                SELECT clock_machine.*, all_machines.shared,
                    (SELECT MAX(turn) FROM clock_machine AS other
                     WHERE other.boot <> clock_machine.boot AND other.hold_time IS NULL) AS others
                FROM clock_machine CROSS JOIN (SELECT mark AS shared FROM clock_trust WHERE id = 1) AS all_machines
                """
            return try SQLRow.fetchAll(db.cachedStatement(sql: "\(sql) ORDER BY boot")).map { row in
                MachineTrust(boot: row["boot"], trust: Self.trust(row, of: row["boot"]))
            }
        }
    }

    package func latestEvidence() async throws(StoreError) -> UnixTime? {
        let sql = content.latestMoment
        return try await database.read { db in try Int64.fetchOne(db, sql: sql).map { UnixTime($0) } }
    }

    package func changeTrust<Outcome: Sendable>(
        of boot: String,
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await database.write(patience: .unlimited) { db in
            let before = try Self.trust(of: boot, in: db)
            var trust = before
            let outcome = change(&trust)
            if let trust, trust != before {
                if trust.mark != before?.mark {
                    try Self.write(trust.mark, to: db)
                }
                try Self.write(trust, of: boot, to: db)
            }
            return outcome
        }
    }

    package func confirm(_ reading: ClockReading) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            let trust = TimeTrust(confirming: reading)
            try Self.write(trust.mark, to: db)
            // Older programs take this as the reading of the only machine that there is.
            try db.execute(
                sql: """
                    UPDATE clock_trust SET anchor_time = ?, anchor_since_boot = ?, anchor_boot = ?,
                    hold_time = NULL, hold_since_boot = NULL, hold_boot = NULL
                    """,
                arguments: [reading.time.seconds, reading.sinceBoot, reading.boot]
            )
            try Self.write(trust, of: reading.boot, to: db)
        }
    }
}

// MARK: - Rows

extension SQLTimeTrust {
    /// A machine without a row has the mark alone.
    private static func trust(of boot: String, in db: SQLSession) throws -> TimeTrust? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT all_machines.shared, clock_machine.*,
                    (SELECT MAX(turn) FROM clock_machine AS other
                     WHERE other.boot <> ? AND other.hold_time IS NULL) AS others
                FROM (SELECT mark AS shared FROM clock_trust WHERE id = 1) AS all_machines
                LEFT JOIN clock_machine ON clock_machine.boot = ?
                """
        )
        return try SQLRow.fetchOne(statement, arguments: [boot, boot]).map { trust($0, of: boot) }
    }

    private static func trust(_ row: SQLRow, of boot: String) -> TimeTrust {
        let hold = reading(row, "hold", of: boot)
        return TimeTrust(
            mark: UnixTime(row["shared"]),
            ownMark: (row["mark"] as Int64?).map { UnixTime($0) },
            anchor: reading(row, "anchor", of: boot),
            trustedSinceBoot: row["trusted_since_boot"] as Int64? ?? 0,
            hold: hold.map {
                TimeTrust.Hold(reading: $0, mark: UnixTime(row["hold_mark"]), others: row["hold_turn"])
            },
            others: row["others"] as Int64? ?? 0
        )
    }

    private static func reading(_ row: SQLRow, _ prefix: String, of boot: String) -> ClockReading? {
        guard let time = row["\(prefix)_time"] as Int64?, let sinceBoot = row["\(prefix)_since_boot"] as Int64? else {
            return nil
        }
        return ClockReading(time: UnixTime(time), sinceBoot: sinceBoot, boot: boot)
    }

    private static func write(_ mark: UnixTime, to db: SQLSession) throws {
        try db.execute(
            sql: """
                INSERT INTO clock_trust (id, mark) VALUES (1, ?)
                ON CONFLICT (id) DO UPDATE SET mark = excluded.mark
                """,
            arguments: [mark.seconds]
        )
    }

    private static func write(_ trust: TimeTrust, of boot: String, to db: SQLSession) throws {
        let known = try Int.fetchOne(db, sql: "SELECT 1 FROM clock_machine WHERE boot = ?", arguments: [boot])
        try db.execute(
            sql: """
                INSERT INTO clock_machine
                (boot, mark, anchor_time, anchor_since_boot, trusted_since_boot,
                 hold_time, hold_since_boot, hold_mark, hold_turn, turn)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(turn), 0) + 1 FROM clock_machine))
                ON CONFLICT (boot) DO UPDATE SET
                mark = excluded.mark, anchor_time = excluded.anchor_time,
                anchor_since_boot = excluded.anchor_since_boot, trusted_since_boot = excluded.trusted_since_boot,
                hold_time = excluded.hold_time, hold_since_boot = excluded.hold_since_boot,
                hold_mark = excluded.hold_mark, hold_turn = excluded.hold_turn, turn = excluded.turn
                """,
            arguments: [
                boot, trust.ownMark.seconds, trust.anchor?.time.seconds, trust.anchor?.sinceBoot,
                trust.trustedSinceBoot, trust.hold?.reading.time.seconds, trust.hold?.reading.sinceBoot,
                trust.hold?.mark.seconds, trust.hold?.others,
            ]
        )
        if known == nil {
            try forgetOldestEntries(db)
        }
    }

    private static func forgetOldestEntries(_ db: SQLSession) throws {
        try db.execute(
            sql: """
                DELETE FROM clock_machine
                WHERE turn < (SELECT turn FROM clock_machine ORDER BY turn DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [Int64(MachineTrust.maxCount) - 1]
        )
    }
}
