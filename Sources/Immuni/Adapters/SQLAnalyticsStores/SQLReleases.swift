package import AnalyticsStores
package import DifferentialPrivacy
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Released cubes, their ledger and the audit log.
package struct SQLReleases: ReleaseStore, AuditLog {
    private let database: any SQLDatabase
    private let steps: any StepObserver

    package init(_ database: any SQLDatabase, steps: any StepObserver = NoStepObserver()) {
        self.database = database
        self.steps = steps
    }

    package func keep(_ cube: ReleasedCube, within budget: Millionths) async throws(StoreError) -> ReleaseOutcome {
        let entry = cube.entry
        return try await database.write { db in
            let ledger = try Self.entries(in: CalendarMonth(of: entry.day), db)
            let earlier = ledger.filter { $0.statistic == entry.statistic && $0.day == entry.day }
            guard earlier.count == entry.renewal else {
                return .exists
            }
            let month = CalendarMonth(of: entry.day)
            guard (ledger + [entry]).spent(in: month) <= budget else {
                return .overBudget(spent: ledger.spent(in: month))
            }
            let identifier = try Self.insert(entry, db)
            // The crash tests end the process here, between the cost and the figures.
            steps.reached(.releaseCharged)
            try Self.insert(cube.values, of: identifier, db)
            return .kept
        }
    }

    package func cubes(
        of statistic: Statistic,
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [ReleasedCube] {
        try await database.read { db in
            let newest = try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT id, statistic, day, renewal, epsilon_millionths, sensitivity, released_on,
                    NULL AS is_charged FROM (
                        SELECT release.*, row_number() OVER (PARTITION BY day ORDER BY renewal DESC) AS place
                        FROM release WHERE statistic = ? AND day BETWEEN ? AND ?
                        AND id NOT IN (SELECT release FROM release_void)
                    ) AS valid WHERE place = 1 ORDER BY day
                    """,
                arguments: [statistic.rawValue, first.daysSinceEpoch, last.daysSinceEpoch]
            )
            let leaves = try db.makeStatement(sql: "SELECT leaf, value FROM released_leaf WHERE release = ?")
            return try newest.map { row in
                let rows = try SQLRow.fetchAll(leaves, arguments: [row["id"] as Int64])
                return ReleasedCube(
                    entry: try LedgerEntry(row: row),
                    values: Dictionary(uniqueKeysWithValues: rows.map { ($0["leaf"] as String, $0["value"] as Int) })
                )
            }
        }
    }

    package func ledger() async throws(StoreError) -> [LedgerEntry] {
        try await database.read { db in try Self.entries(in: nil, db) }
    }

    package func startDay(notAfter day: CalendarDay) async throws(StoreError) -> CalendarDay {
        let kept = try await database.write { db in
            try db.execute(
                sql: "INSERT INTO release_start SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM release_start)",
                arguments: [day.daysSinceEpoch]
            )
            try db.execute(
                sql: "UPDATE release_start SET day = :day WHERE day > :day",
                arguments: ["day": day.daysSinceEpoch]
            )
            return try Int.fetchOne(db, sql: "SELECT day FROM release_start")
        }
        return kept.map { CalendarDay(daysSinceEpoch: $0) } ?? day
    }

    package func record(_ entry: AuditEntry) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO audit_entry (made_at, operator, reason, subject) VALUES (?, ?, ?, ?)",
                arguments: [entry.time.seconds, entry.operatorName, entry.reason, entry.subject]
            )
        }
    }

    package func auditEntries() async throws(StoreError) -> [AuditEntry] {
        try await database.read { db in
            try SQLRow.fetchAll(db, sql: "SELECT made_at, operator, reason, subject FROM audit_entry ORDER BY id").map {
                AuditEntry(
                    time: UnixTime($0["made_at"]),
                    operatorName: $0["operator"],
                    reason: $0["reason"],
                    subject: $0["subject"]
                )
            }
        }
    }
}

// MARK: - Rows

extension SQLReleases {
    private static func entries(in month: CalendarMonth?, _ db: SQLSession) throws -> [LedgerEntry] {
        let days = month.map { ($0.firstDay, $0.advanced(byMonths: 1).firstDay) }
        return try SQLRow.fetchAll(
            db,
            sql: """
                SELECT statistic, day, renewal, epsilon_millionths, sensitivity, released_on, is_charged
                FROM release LEFT JOIN release_void ON release_void.release = release.id
                WHERE day >= ? AND day < ? ORDER BY day, statistic, renewal
                """,
            arguments: [days?.0.daysSinceEpoch ?? .min, days?.1.daysSinceEpoch ?? .max]
        ).map(LedgerEntry.init(row:))
    }

    private static func insert(_ entry: LedgerEntry, _ db: SQLSession) throws -> Int64 {
        let identifier = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO release (statistic, day, renewal, epsilon_millionths, sensitivity, released_on)
                VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                """,
            arguments: [
                entry.statistic.rawValue, entry.day.daysSinceEpoch, entry.renewal, entry.epsilon.count,
                entry.sensitivity, entry.releasedOn.daysSinceEpoch,
            ]
        )
        guard let identifier else {
            throw StoreError.damagedRow(table: "release")
        }
        return identifier
    }

    private static func insert(_ values: [String: Int], of release: Int64, _ db: SQLSession) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO released_leaf VALUES (?, ?, ?)")
        for (leaf, value) in values.sorted(by: { $0.key < $1.key }) {
            try statement.executeSoon(arguments: [release, leaf, value])
        }
    }
}

extension LedgerEntry {
    fileprivate init(row: SQLRow) throws {
        guard let statistic = Statistic(rawValue: row["statistic"]) else {
            throw StoreError.damagedRow(table: "release")
        }
        self.init(
            statistic: statistic,
            day: CalendarDay(daysSinceEpoch: row["day"]),
            renewal: row["renewal"],
            epsilon: Millionths(row["epsilon_millionths"]),
            sensitivity: row["sensitivity"],
            releasedOn: CalendarDay(daysSinceEpoch: row["released_on"]),
            void: (row["is_charged"] as Bool?).map { $0 ? .charged : .free }
        )
    }
}
