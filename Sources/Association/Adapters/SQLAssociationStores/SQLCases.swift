package import AssociationAPI
package import AssociationPorts
import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Reports, each as far as it has arrived.
package struct SQLCases: CaseStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func cases(_ state: ReportCase.State, limit: Int) async throws(StoreError) -> [ReportCase] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT * FROM report_case WHERE state = ? ORDER BY case_id LIMIT ?",
                arguments: [Int64(state.rawValue), limit]
            ).map(SQLReports.reportCase)
        }
    }

    // A day has 96 intervals, and intervals are counted from a midnight.
    package func exposures(by caseID: CaseID) async throws(StoreError) -> [ContactEdge] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT edge.* FROM contact_edge AS edge
                    LEFT JOIN report_case AS other ON other.case_id = edge.case_id
                    WHERE edge.issuer IN (SELECT issuer FROM contact_edge WHERE case_id = :case)
                    AND (edge.issuer, edge.interval / 96) IN (
                        SELECT issuer, interval / 96 FROM contact_edge WHERE case_id = :case
                    )
                    AND (edge.case_id = :case OR other.state = :decided)
                    ORDER BY edge.issuer, edge.interval, edge.case_id
                    """,
                arguments: ["case": caseID.bytes.bytes.asData, "decided": Int64(ReportCase.State.decided.rawValue)]
            ).map(SQLReports.edge)
        }
    }

    package func sizes(in district: PostalDistrict?) async throws(StoreError) -> [Int] {
        let decided = Int64(ReportCase.State.decided.rawValue)
        return try await database.read { db in
            guard let district else {
                let all = "SELECT people FROM report_case WHERE state = ? ORDER BY people"
                return try Int.fetchAll(db, sql: all, arguments: [decided])
            }
            return try Int.fetchAll(
                db,
                sql: "SELECT people FROM report_case WHERE state = ? AND district = ? ORDER BY people",
                arguments: [decided, district.text]
            )
        }
    }
}

// MARK: - The people of cases

extension SQLCases {
    package func meetings(of caseID: CaseID) async throws(StoreError) -> [Meeting] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT edge.issuer, edge.interval, account.district FROM contact_edge AS edge
                    JOIN account ON account.registration = edge.issuer
                    WHERE edge.case_id = ? ORDER BY edge.issuer, edge.interval
                    """,
                arguments: [caseID.bytes.bytes.asData]
            ).map { row in
                guard let person = Bytes16(Array(row["issuer"] as Data)),
                    let interval = UInt32(exactly: row["interval"] as Int64),
                    let district = PostalDistrict(row["district"] as String)
                else {
                    throw StoreError.damagedRow(table: "contact_edge")
                }
                return Meeting(
                    person: RegistrationID(person),
                    district: district,
                    interval: AssociationInterval(interval)
                )
            }
        }
    }

    package func overlaps(
        with caseID: CaseID,
        completedAfter moment: UnixTime,
        least: Int
    ) async throws(StoreError) -> [CaseOverlap] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT other.case_id AS other_id, count(DISTINCT edge.issuer) AS shared,
                        (SELECT count(DISTINCT issuer) FROM contact_edge WHERE case_id = other.case_id) AS people
                    FROM contact_edge AS edge JOIN report_case AS other ON other.case_id = edge.case_id
                    WHERE edge.issuer IN (SELECT issuer FROM contact_edge WHERE case_id = :case)
                    AND edge.case_id <> :case AND other.completed_in > :hour
                    GROUP BY other.case_id HAVING count(DISTINCT edge.issuer) >= :least ORDER BY shared DESC, other.case_id
                    """,
                arguments: ["case": caseID.bytes.bytes.asData, "hour": WholeHours.current(moment), "least": least]
            ).map { row in
                guard let id = Bytes16(Array(row["other_id"] as Data)) else {
                    throw StoreError.damagedRow(table: "contact_edge")
                }
                return CaseOverlap(caseID: CaseID(id), people: row["people"], shared: row["shared"])
            }
        }
    }
}

// MARK: - Decisions

extension SQLCases {
    package func decide(
        _ decision: CaseDecision,
        limits: AlertLimits,
        now: UnixTime
    ) async throws(StoreError) -> DecisionOutcome? {
        try await database.write(patience: .unlimited) { db in
            guard
                try Self.move(
                    decision.caseID,
                    from: decision.state,
                    to: .decided,
                    batches: decision.batches,
                    people: decision.people,
                    reasons: [],
                    db
                )
            else {
                return nil
            }
            if decision.state == .held {
                try db.execute(
                    sql: "UPDATE report_case SET released = people WHERE case_id = ?",
                    arguments: [decision.caseID.bytes.bytes.asData]
                )
            }
            try SQLForwarding.releaseDue(of: decision.caseID.bytes.bytes.asData, now: now, db)
            var outcome = DecisionOutcome()
            for new in decision.alerts {
                if try SQLAlerts.isOneTooMany(new, limits, now: now, db) {
                    outcome.limited += 1
                } else if try SQLAlerts.insert(new, db) {
                    outcome.added += 1
                }
            }
            return outcome
        }
    }

    package func hold(
        _ caseID: CaseID,
        batches: Int,
        people: Int,
        reasons: HoldReasons
    ) async throws(StoreError) -> Bool {
        try await database.write(patience: .unlimited) { db in
            try Self.move(caseID, from: .waiting, to: .held, batches: batches, people: people, reasons: reasons, db)
        }
    }

    package func refuse(_ caseID: CaseID) async throws(StoreError) -> Bool {
        try await database.write { db in
            let id = caseID.bytes.bytes.asData
            try db.execute(
                sql: """
                    DELETE FROM report_case WHERE case_id = :case
                    AND (state = :held OR state = :waiting AND reasons <> 0)
                    """,
                arguments: [
                    "case": id, "held": Int64(ReportCase.State.held.rawValue),
                    "waiting": Int64(ReportCase.State.waiting.rawValue),
                ]
            )
            guard db.changesCount == 1 else {
                return false
            }
            try db.execute(sql: "DELETE FROM contact_edge WHERE case_id = ?", arguments: [id])
            try SQLForwarding.delete(ofCases: "?", arguments: [id], db)
            return true
        }
    }

    private static func move(
        _ caseID: CaseID,
        from state: ReportCase.State,
        to next: ReportCase.State,
        batches: Int,
        people: Int,
        reasons: HoldReasons,
        _ db: SQLSession
    ) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE report_case SET state = ?, people = ?, reasons = ? WHERE case_id = ? AND state = ? AND batches = ?
                """,
            arguments: [
                Int64(next.rawValue), people, Int64(reasons.rawValue), caseID.bytes.bytes.asData, Int64(state.rawValue),
                batches,
            ]
        )
        return db.changesCount == 1
    }
}
