package import AnalyticsStores
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Operational Info: a count for each day and set of facts. One transaction raises the count and uses up the
/// right to raise it.
package struct SQLOperationalInfo: OperationalInfoStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        by token: TokenIdentifier,
        authorisedIn months: ClosedRange<CalendarMonth>
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.waitForDisk()
            let isSpent = try SQLAnalyticsTokens.spend(
                token,
                authorisedIn: months,
                withExposure: facts.isWithExposure,
                db
            )
            guard isSpent else {
                return false
            }
            try Self.add(facts, on: day, db)
            return true
        }
    }

    package func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        boundBy binding: [UInt8],
        until expiry: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.waitForDisk()
            guard try Self.remember(binding, until: expiry, db) else {
                return false
            }
            try Self.add(facts, on: day, db)
            return true
        }
    }

    package func rehearse(_ facts: OperationalFacts, on day: CalendarDay) async throws(StoreError) {
        var generator = SystemRandomNumberGenerator()
        let random = (0..<2).flatMap { _ in Bytes16.random(using: &generator).bytes }
        try await database.rehearse { db in
            switch facts.platform {
            case .ios:
                // The write goes to a random page of the table of tokens, like that of a genuine upload.
                let token = TokenIdentifier(digest: random)
                let month = CalendarMonth(of: day)
                try SQLAnalyticsTokens.authorise(token, in: month, db)
                let isWithExposure = facts.isWithExposure
                _ = try SQLAnalyticsTokens.spend(token, authorisedIn: month...month, withExposure: isWithExposure, db)
            case .android:
                _ = try Self.remember(random, until: day.startInUTC, db)
            }
            try Self.add(facts, on: day, db)
        }
    }

    package func counts(
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [OperationalCount] {
        try await database.read { db in
            let counts = try OperationalFacts.Platform.allCases.flatMap { platform in
                try SQLRow.fetchAll(
                    db,
                    sql: "SELECT * FROM \(platform.table) WHERE received_on BETWEEN ? AND ?",
                    arguments: [first.daysSinceEpoch, last.daysSinceEpoch]
                ).map { row in Self.count(in: row, platform: platform) }
            }
            return counts.sorted { $0.receivedOn < $1.receivedOn }
        }
    }

    package func deleteExpired(oldestDay: CalendarDay, now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            try db.execute(sql: "DELETE FROM used_binding WHERE expiry < ?", arguments: [now.seconds])
            return try OperationalFacts.Platform.allCases.reduce(0) { uploads, platform in
                let old = "FROM \(platform.table) WHERE received_on < ?"
                let arguments: SQLArguments = [oldestDay.daysSinceEpoch]
                let sum = try Int.fetchOne(db, sql: "SELECT sum(uploads) \(old)", arguments: arguments) ?? 0
                try db.execute(sql: "DELETE \(old)", arguments: arguments)
                return uploads + sum
            }
        }
    }
}

// MARK: - Rows

extension SQLOperationalInfo {
    /// Means no exposure: the key of such a table has no null.
    private static let noExposure = -1

    private static func add(_ facts: OperationalFacts, on day: CalendarDay, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO \(facts.platform.table) (
                    received_on, province, exposure_permission, bluetooth_active, notification_permission,
                    last_risky_exposure_on, uploads
                ) VALUES (?, ?, ?, ?, ?, ?, 1)
                ON CONFLICT (
                    received_on, province, exposure_permission, bluetooth_active, notification_permission,
                    last_risky_exposure_on
                ) DO UPDATE SET uploads = \(facts.platform.table).uploads + 1
                """
        ).execute(arguments: [
            day.daysSinceEpoch, facts.province, facts.exposurePermission, facts.bluetoothActive,
            facts.notificationPermission, facts.lastRiskyExposureOn?.daysSinceEpoch ?? noExposure,
        ])
    }

    /// False if the binding is remembered already.
    private static func remember(_ binding: [UInt8], until expiry: UnixTime, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO used_binding (binding, expiry) VALUES (?, ?) ON CONFLICT (binding) DO NOTHING"
        )
        try statement.execute(arguments: [binding.asData, expiry.seconds])
        return db.changesCount == 1
    }

    private static func count(in row: SQLRow, platform: OperationalFacts.Platform) -> OperationalCount {
        let exposure: Int = row["last_risky_exposure_on"]
        let facts = OperationalFacts(
            platform: platform,
            province: row["province"],
            exposurePermission: row["exposure_permission"],
            bluetoothActive: row["bluetooth_active"],
            notificationPermission: row["notification_permission"],
            lastRiskyExposureOn: exposure == noExposure ? nil : CalendarDay(daysSinceEpoch: exposure)
        )
        return OperationalCount(
            receivedOn: CalendarDay(daysSinceEpoch: row["received_on"]),
            facts: facts,
            count: row["uploads"]
        )
    }
}

extension OperationalFacts.Platform {
    fileprivate var table: String {
        switch self {
        case .ios: "operational_info_ios"
        case .android: "operational_info_android"
        }
    }
}
