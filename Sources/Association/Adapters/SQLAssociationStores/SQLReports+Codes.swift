package import AssociationPorts
package import ExposurePrimitives
package import OperatorStores
package import Persistence
import SQLEngine

extension SQLReports {
    package func issue(
        _ code: NewReportCode,
        to operator: OperatorName?,
        limits: CodeLimits,
        now: UnixTime
    ) async throws(StoreError) -> CodeOutcome {
        let (name, hour) = (Self.text(of: `operator`), WholeHours.current(now))
        return try await database.write { db in
            let counts = try Self.counts(of: name, hour: hour, db)
            guard counts.everybody < limits.everybody, `operator` == nil || counts.own < limits.perOperator else {
                return .limited(until: WholeHours.moment(hour + 1))
            }
            try db.execute(
                sql: "INSERT INTO report_code (mark, first_day, last_day, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    code.mark.exposedBytes.asData, code.window.lowerBound.daysSinceEpoch,
                    code.window.upperBound.daysSinceEpoch, code.expiry.seconds,
                ]
            )
            try db.execute(
                sql: """
                    INSERT INTO code_count (hour, operator, count) VALUES (?, ?, 1)
                    ON CONFLICT (hour, operator) DO UPDATE SET count = code_count.count + 1
                    """,
                arguments: [hour, name]
            )
            return .issued
        }
    }

    package func codeCounts() async throws(StoreError) -> [CodeCount] {
        try await database.read { db in
            let rows = try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT hour / 24 AS day, operator, sum(count) AS codes FROM code_count
                    GROUP BY hour / 24, operator
                    """
            )
            // Engines order texts differently.
            return try rows.map(Self.count).sorted { one, other in
                (other.day, Self.text(of: one.operator)) < (one.day, Self.text(of: other.operator))
            }
        }
    }

    package func deleteCodeCounts(now: UnixTime) async throws(StoreError) -> Int {
        let first = now.utcDay.advanced(byDays: -CodeCount.life).startInUTC
        return try await database.write(patience: .unlimited) { db in
            try db.execute(sql: "DELETE FROM code_count WHERE hour < ?", arguments: [WholeHours.current(first)])
            return db.changesCount
        }
    }

    /// The codes of an hour: those of an operator, and all.
    private static func counts(of name: String, hour: Int64, _ db: SQLSession) throws -> (own: Int, everybody: Int) {
        let row = try SQLRow.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(CASE WHEN operator = ? THEN count END), 0) AS own,
                    coalesce(sum(count), 0) AS everybody
                FROM code_count WHERE hour = ?
                """,
            arguments: [name, hour]
        )
        return (row?["own"] as Int? ?? 0, row?["everybody"] as Int? ?? 0)
    }

    private static func count(_ row: SQLRow) throws -> CodeCount {
        let name = row["operator"] as String
        let `operator` = OperatorName(name)
        guard text(of: `operator`) == name else {
            throw StoreError.damagedRow(table: "code_count")
        }
        return CodeCount(day: CalendarDay(daysSinceEpoch: row["day"]), operator: `operator`, codes: row["codes"])
    }

    /// No name is empty.
    private static func text(of operator: OperatorName?) -> String { `operator`?.description ?? "" }
}
