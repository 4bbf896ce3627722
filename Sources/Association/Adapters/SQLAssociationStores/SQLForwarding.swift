package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
import HeraldPayloads
package import Persistence
package import SQLEngine

/// Contacts on their way between authorities.
package struct SQLForwarding: ForwardingStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }
}

// MARK: - Reports that are sent

extension SQLForwarding {
    package func due(limit: Int, now: UnixTime) async throws(StoreError) -> [OutgoingReport] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT number, min(country) AS country, min(state) AS state, min(expires_at) AS earliest
                    FROM outgoing_contact
                    WHERE number IS NOT NULL AND expires_at > ? GROUP BY number ORDER BY earliest, number LIMIT ?
                    """,
                arguments: [now.seconds, limit]
            ).map { row in
                guard let number = Bytes16(Array(row["number"] as Data)),
                    let country = UInt16(exactly: row["country"] as Int64),
                    let state = UInt16(exactly: row["state"] as Int64)
                else {
                    throw StoreError.damagedRow(table: "outgoing_contact")
                }
                let place = Jurisdiction(country: country, state: state)
                return OutgoingReport(number: ReportNumber(number), destination: place)
            }
        }
    }

    package func contacts(of number: ReportNumber) async throws(StoreError) -> [ForwardedContact] {
        try await database.read { db in
            try Data.fetchAll(
                db,
                sql: "SELECT content FROM outgoing_contact WHERE number = ? ORDER BY ticket",
                arguments: [number.bytes.bytes.asData]
            ).map { content in
                guard let contact = try? ForwardedContact(parsing: Array(content)) else {
                    throw StoreError.damagedRow(table: "outgoing_contact")
                }
                return contact
            }
        }
    }

    package func removeOutgoing(_ number: ReportNumber) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            try db.execute(sql: "DELETE FROM outgoing_contact WHERE number = ?", arguments: [number.bytes.bytes.asData])
        }
    }

    package func deleteUnsent(now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let ended = "FROM outgoing_contact WHERE number IS NOT NULL AND expires_at <= ?"
            let count = try Int.fetchOne(db, sql: "SELECT count(DISTINCT number) \(ended)", arguments: [now.seconds])
            try db.execute(sql: "DELETE \(ended)", arguments: [now.seconds])
            return count ?? 0
        }
    }

    /// - Parameter contact: whose ticket is new.
    static func insert(_ contact: ForeignContact, of caseID: Data, _ db: SQLSession) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO outgoing_contact (ticket, case_id, country, state, content)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        try statement.execute(arguments: [
            contact.ticket.bytes.bytes.asData, caseID, Int64(contact.destination.country),
            Int64(contact.destination.state), contact.contact.bytes.asData,
        ])
    }

    /// Makes the contacts of decided cases due of which no more can arrive, under a number for each authority. So the
    /// other authority has one case for a report, and can tell a crowd.
    ///
    /// - Parameter caseID: nil for all cases.
    static func releaseDue(of caseID: Data? = nil, now: UnixTime, _ db: SQLSession) throws {
        let decided = Int64(ReportCase.State.decided.rawValue)
        let places = try SQLRow.fetchAll(
            db,
            sql: """
                SELECT DISTINCT contact.case_id, contact.country, contact.state FROM outgoing_contact AS contact
                JOIN report_case ON report_case.case_id = contact.case_id AND report_case.state = ?
                WHERE contact.case_id NOT IN (SELECT open_case FROM report WHERE open_case IS NOT NULL)
                \(caseID == nil ? "" : "AND contact.case_id = ?")
                """,
            arguments: caseID.map { [decided, $0] } ?? [decided]
        )
        var generator = SystemRandomNumberGenerator()
        let end = now.advanced(bySeconds: ForeignContact.life)
        for place in places {
            try db.execute(
                sql: """
                    UPDATE outgoing_contact SET case_id = NULL, number = ?, expires_at = ?
                    WHERE case_id = ? AND country = ? AND state = ?
                    """,
                arguments: [
                    Bytes16.random(using: &generator).bytes.asData, end.seconds, place["case_id"] as Data,
                    place["country"] as Int64, place["state"] as Int64,
                ]
            )
        }
    }

    /// Deletes the contacts of cases that are not sent.
    ///
    /// - Parameter cases: an expression for the cases.
    static func delete(ofCases cases: String, arguments: SQLArguments, _ db: SQLSession) throws {
        try db.execute(sql: "DELETE FROM outgoing_contact WHERE case_id IN (\(cases))", arguments: arguments)
    }
}

// MARK: - Reports that have arrived

extension SQLForwarding {
    package func put(_ report: IncomingReport) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql:
                    "INSERT INTO incoming_report (case_id, arrived_at, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [report.caseID.bytes.bytes.asData, report.arrival.seconds, report.bytes.asData]
            )
        }
    }

    package func waitingReports(limit: Int) async throws(StoreError) -> [CaseID] {
        try await database.read { db in
            try Data.fetchAll(
                db,
                sql: "SELECT case_id FROM incoming_report ORDER BY arrived_at, case_id LIMIT ?",
                arguments: [limit]
            ).map { id in
                guard let bytes = Bytes16(Array(id)) else {
                    throw StoreError.damagedRow(table: "incoming_report")
                }
                return CaseID(bytes)
            }
        }
    }

    package func incoming(_ caseID: CaseID) async throws(StoreError) -> IncomingReport? {
        try await database.read { db in
            try SQLRow.fetchOne(
                db,
                sql: "SELECT arrived_at, content FROM incoming_report WHERE case_id = ?",
                arguments: [caseID.bytes.bytes.asData]
            ).map { row in
                IncomingReport(
                    caseID: caseID,
                    arrival: UnixTime(row["arrived_at"]),
                    bytes: Array(row["content"] as Data)
                )
            }
        }
    }

    package func incomingCount() async throws(StoreError) -> Int {
        try await database.readAtOnce { db in
            try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM incoming_report")) ?? 0
        }
    }

    package func acceptIncoming(
        _ contacts: [CheckedContact],
        of caseID: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> Int? {
        try await database.write(patience: .unlimited) { db in
            let id = caseID.bytes.bytes.asData
            try db.execute(sql: "DELETE FROM incoming_report WHERE case_id = ?", arguments: [id])
            guard db.changesCount == 1 else {
                return nil
            }
            guard try !SQLReports.exists(id, db) else {
                return 0
            }
            let stored = try SQLReports.insert(contacts, caseID: id, db)
            if stored > 0 {
                try db.execute(
                    sql: "INSERT INTO report_case (case_id, completed_in) VALUES (?, ?)",
                    arguments: [id, WholeHours.roundedUp(now)]
                )
            }
            return contacts.count - stored
        }
    }
}
