package import AssociationAPI
import AssociationProtocol
package import AssociationStores
package import ExposurePrimitives
import Foundation
import GRDB
package import Persistence
package import SQLiteEngine

/// Complete reports in SQLite.
package struct SQLiteCases: CaseStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func cases(_ state: ReportCase.State, limit: Int) async throws(StoreError) -> [ReportCase] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM report_case WHERE state = ? ORDER BY case_id LIMIT ?",
                arguments: [Int64(state.rawValue), limit]
            ).map(SQLiteReports.reportCase)
        }
    }

    // A day has 96 intervals, and intervals are counted from a midnight.
    package func exposures(by caseID: CaseID) async throws(StoreError) -> [ContactEdge] {
        try await database.read { db in
            try Row.fetchAll(
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
                arguments: [
                    "case": caseID.bytes.bytes.asData, "decided": Int64(ReportCase.State.decided.rawValue),
                ]
            ).map(SQLiteReports.edge)
        }
    }

    package func sizes(in district: PostalDistrict?) async throws(StoreError) -> [Int] {
        try await database.read { db in
            try Int.fetchAll(
                db,
                sql: """
                    SELECT people FROM report_case
                    WHERE state = :decided AND (district = :district OR :district IS NULL) ORDER BY people
                    """,
                arguments: [
                    "decided": Int64(ReportCase.State.decided.rawValue), "district": district?.text,
                ]
            )
        }
    }
}

// MARK: - Decisions

extension SQLiteCases {
    package func decide(
        _ decision: CaseDecision,
        limits: AlertLimits,
        now: UnixTime
    ) async throws(StoreError) -> DecisionOutcome? {
        try await database.write(patience: nil) { db in
            guard
                try Self.move(decision.caseID, from: decision.state, to: .decided, people: decision.people, db)
            else {
                return nil
            }
            var outcome = DecisionOutcome()
            for new in decision.alerts {
                if try SQLiteAlerts.isOneTooMany(new, limits, now: now, db) {
                    outcome.limited += 1
                } else if try SQLiteAlerts.insert(new, db) {
                    outcome.added += 1
                }
            }
            return outcome
        }
    }

    package func hold(_ caseID: CaseID, people: Int) async throws(StoreError) -> Bool {
        try await database.write(patience: nil) { db in
            try Self.move(caseID, from: .waiting, to: .held, people: people, db)
        }
    }

    package func refuse(_ caseID: CaseID) async throws(StoreError) -> Bool {
        try await database.write { db in
            let id = caseID.bytes.bytes.asData
            try db.execute(
                sql: "DELETE FROM report_case WHERE case_id = ? AND state = ?",
                arguments: [id, Int64(ReportCase.State.held.rawValue)]
            )
            guard db.changesCount == 1 else {
                return false
            }
            try db.execute(sql: "DELETE FROM contact_edge WHERE case_id = ?", arguments: [id])
            return true
        }
    }

    private static func move(
        _ caseID: CaseID,
        from state: ReportCase.State,
        to next: ReportCase.State,
        people: Int,
        _ db: Database
    ) throws -> Bool {
        try db.execute(
            sql: "UPDATE report_case SET state = ?, people = ? WHERE case_id = ? AND state = ?",
            arguments: [Int64(next.rawValue), people, caseID.bytes.bytes.asData, Int64(state.rawValue)]
        )
        return db.changesCount == 1
    }
}
