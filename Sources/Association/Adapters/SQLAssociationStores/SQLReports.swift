package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Codes, rights to report, and the contacts of reports.
package struct SQLReports: ReportStore {
    let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func report(of right: RightID, now: UnixTime) async throws(StoreError) -> ReportState? {
        try await database.readAtOnce { db in
            try Self.report(where: "right", is: right.exposedBytes.asData, now: now, db)
        }
    }
}

// MARK: - Rights

extension SQLReports {
    package func grant(
        _ claim: RightClaim,
        limits: ReportLimits,
        now: UnixTime
    ) async throws(StoreError) -> ReportState? {
        try await database.write(isolation: .changedRows) { db in
            try db.waitForDisk()
            let mark = claim.mark.exposedBytes.asData
            if let earlier = try Self.report(where: "mark", is: mark, now: now, db) {
                return earlier.registration == claim.registration && earlier.has(claim.manifest) ? earlier : nil
            }
            guard let place = try Self.freePlace(for: claim, limits: limits, now: now, db),
                try Self.consume(mark, for: claim, now: now, db)
            else {
                return nil
            }
            // The report of a phone of version 0.2 that was planned again.
            try Self.deleteIncompleteReports(where: "registration = ?", claim.registration.exposedBytes.asData, db)
            try db.execute(
                sql: """
                    INSERT INTO report_allowance (mark, free_on) VALUES (?, ?)
                    ON CONFLICT (mark) DO UPDATE SET free_on = excluded.free_on
                    """,
                arguments: [place, now.utcDay.advanced(byDays: limits.days).daysSinceEpoch]
            )
            return try Self.report(where: "mark", is: mark, now: now, db)
        }
    }

    /// Makes a right of a code, and deletes the code.
    private static func consume(_ mark: Data, for claim: RightClaim, now: UnixTime, _ db: SQLSession) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO report (right, mark, registration, manifest, first_day, last_day, expires_at)
                SELECT ?, mark, ?, ?, first_day, last_day, ? FROM report_code
                WHERE mark = ? AND expires_at > ?
                """,
            arguments: [
                claim.right.exposedBytes.asData, claim.registration.exposedBytes.asData,
                claim.manifest.bytes.asData,
                now.utcDay.advanced(byDays: ReportState.rightLife + 1).startInUTC.seconds, mark, now.seconds,
            ]
        )
        let isGranted = db.changesCount == 1
        if isGranted {
            try db.execute(sql: "DELETE FROM report_code WHERE mark = ?", arguments: [mark])
        }
        return isGranted
    }

    /// The first place that is free. Two claims at the same time want the same one: the later of them is done again,
    /// and finds it taken.
    private static func freePlace(
        for claim: RightClaim,
        limits: ReportLimits,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> Data? {
        // Reports that a server of version 0.2 counted.
        let counted = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT coalesce(sum(count), 0) FROM report_count WHERE registration = ?"),
            arguments: [claim.registration.exposedBytes.asData]
        )
        let places = claim.places.map(\.exposedBytes.asData)
        let marks = Array(repeating: "?", count: places.count).joined(separator: ", ")
        let taken = try Data.fetchAll(
            db.cachedStatement(sql: "SELECT mark FROM report_allowance WHERE mark IN (\(marks)) AND free_on > ?"),
            arguments: SQLArguments(places.map(\.sqlValue) + [now.utcDay.daysSinceEpoch.sqlValue])
        )
        return places.prefix(max(0, limits.reports - (counted ?? 0))).first { !taken.contains($0) }
    }
}

// MARK: - Rows

extension SQLReports {
    private static func report(
        where column: String,
        is value: Data,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> ReportState? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM report WHERE \(column) = ? AND expires_at > ?")
        return try SQLRow.fetchOne(statement, arguments: [value, now.seconds]).map(state)
    }

    static func state(_ row: SQLRow) throws -> ReportState {
        let (first, last) = (row["first_day"] as Int, row["last_day"] as Int)
        guard let right = Bytes16(Array(row["right"] as Data)),
            let registration = Bytes16(Array(row["registration"] as Data)),
            let manifest = try? ReportManifest(parsing: Array(row["manifest"] as Data)), first <= last
        else {
            throw StoreError.damagedRow(table: "report")
        }
        return ReportState(
            right: RightID(right),
            registration: RegistrationID(registration),
            manifest: manifest,
            window: CalendarDay(daysSinceEpoch: first)...CalendarDay(daysSinceEpoch: last),
            received: digests(row["received"])
        )
    }

    private static func digests(_ bytes: Data) -> Set<Bytes32> {
        let bytes = Array(bytes)
        return Set(
            stride(from: 0, to: bytes.count, by: Bytes32.count).compactMap { start in
                Bytes32(bytes[start..<min(start + Bytes32.count, bytes.count)])
            }
        )
    }

    /// Deletes the reports of an account that ends. Their cases and places stay, and nothing joins them with the
    /// account.
    static func deleteReports(of registration: Data, _ db: SQLSession) throws {
        try deleteIncompleteReports(where: "registration = ?", registration, db)
        try db.execute(sql: "DELETE FROM report WHERE registration = ?", arguments: [registration])
        try db.execute(sql: "DELETE FROM report_count WHERE registration = ?", arguments: [registration])
        try SQLBatchInbox.deleteOrphans(db)
    }

    /// Deletes the contacts, boxes and marks of tickets of reports that a server of version 0.2 took in part: it began
    /// a case with the last batch alone, and `case_id` is its column. The person can report the same contacts with
    /// another code.
    ///
    /// - Returns: the number of deleted rows.
    @discardableResult
    static func deleteIncompleteReports(
        where condition: String,
        _ argument: any SQLParameter,
        _ db: SQLSession
    ) throws -> Int {
        let incomplete = "FROM report WHERE case_id IS NOT NULL AND \(condition)"
        try db.execute(
            sql: "DELETE FROM contact_edge WHERE case_id IN (SELECT case_id \(incomplete))",
            arguments: [argument]
        )
        let edges = db.changesCount
        try SQLForwarding.delete(ofCases: "SELECT case_id \(incomplete)", arguments: [argument], db)
        let foreign = db.changesCount
        try db.execute(
            sql: "DELETE FROM contact_ticket WHERE right IN (SELECT right \(incomplete))",
            arguments: [argument]
        )
        let tickets = db.changesCount
        try db.execute(sql: "DELETE FROM report_box WHERE right IN (SELECT right \(incomplete))", arguments: [argument])
        return edges + foreign + tickets + db.changesCount
    }
}
