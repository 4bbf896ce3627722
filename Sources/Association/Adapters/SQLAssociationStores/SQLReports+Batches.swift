import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
import SQLEngine

extension SQLReports {
    package func accept(
        _ content: BatchContent,
        digest: Bytes32,
        of right: RightID,
        newCase: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome {
        try await database.write { db in
            let row = try SQLRow.fetchOne(
                db,
                sql: "SELECT * FROM report WHERE right = ? AND expires_at > ?",
                arguments: [right.exposedBytes.asData, now.seconds]
            )
            guard let row else {
                return .refused
            }
            let state = try Self.state(row)
            guard !state.isComplete else {
                return .repeated
            }
            guard state.manifest.batches.contains(digest) else {
                return .refused
            }
            guard !state.received.contains(digest) else {
                return .repeated
            }
            let begun = row["open_case"] as Data?
            let caseID = begun ?? newCase.bytes.bytes.asData
            let isRefused = try begun.map { try !Self.exists($0, db) } ?? false
            let content = isRefused ? BatchContent() : content
            let contacts = try Self.insert(content.contacts, caseID: caseID, db)
            let foreign = try Self.insert(content.foreign, caseID: caseID, db)
            let boxes = try SQLBoxes.insert(content.boxes, db)
            if begun == nil {
                try Self.begin(caseID, of: state, now: now, db)
            } else if contacts + foreign > 0 {
                try Self.lookAgain(at: caseID, now: now, db)
            }
            let isComplete = try Self.note(digest, of: state, caseID: caseID, db)
            if isComplete {
                try SQLForwarding.releaseDue(of: caseID, now: now, db)
            }
            return .stored(
                StoredBatch(
                    replays: content.contacts.count - contacts + content.foreign.count - foreign + boxes.replays,
                    excess: boxes.excess,
                    completesReport: isComplete
                )
            )
        }
    }

    /// A report without its case was refused by an operator.
    static func exists(_ caseID: Data, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM report_case WHERE case_id = ?)")
        return try Bool.fetchOne(statement, arguments: [caseID]) ?? false
    }

    private static func begin(_ caseID: Data, of state: ReportState, now: UnixTime, _ db: SQLSession) throws {
        try db.execute(
            sql: """
                INSERT INTO report_case (case_id, district, completed_in)
                VALUES (?, (SELECT district FROM account WHERE registration = ?), ?)
                """,
            arguments: [caseID, state.registration.exposedBytes.asData, WholeHours.roundedUp(now)]
        )
    }

    /// A case with another batch waits for another look. The time since which it is held stays. A server of version 0.2
    /// leaves the reasons of a case that it releases.
    private static func lookAgain(at caseID: Data, now: UnixTime, _ db: SQLSession) throws {
        try db.execute(
            sql: """
                UPDATE report_case SET state = :waiting, batches = batches + 1,
                completed_in = CASE WHEN reasons = 0 OR state = :decided THEN :hour ELSE completed_in END,
                reasons = CASE WHEN state = :decided THEN 0 ELSE reasons END WHERE case_id = :case
                """,
            arguments: [
                "waiting": Int64(ReportCase.State.waiting.rawValue),
                "decided": Int64(ReportCase.State.decided.rawValue),
                "hour": WholeHours.roundedUp(now),
                "case": caseID,
            ]
        )
    }

    /// - Returns: the number of contacts whose ticket is new.
    static func insert(_ contacts: [CheckedContact], caseID: Data, _ db: SQLSession) throws -> Int {
        // Two tickets of one account and interval are one contact: a report cannot count an interval twice.
        let edge = try db.cachedStatement(
            sql: """
                INSERT INTO contact_edge (case_id, issuer, interval, scans, handle)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        return try contacts.count { contact in
            guard try isNew(contact.ticket, on: contact.edge.interval.day, db) else {
                return false
            }
            try edge.execute(arguments: [
                caseID, contact.edge.issuer.exposedBytes.asData, Int64(contact.edge.interval.number),
                contact.edge.scans.flatMap(\.bytes).asData, contact.edge.handle?.bytes.asData,
            ])
            return true
        }
    }

    private static func insert(_ contacts: [ForeignContact], caseID: Data, _ db: SQLSession) throws -> Int {
        try contacts.count { contact in
            guard try isNew(contact.ticket, on: contact.contact.claim.timeReceived.utcDay, db) else {
                return false
            }
            try SQLForwarding.insert(contact, of: caseID, db)
            return true
        }
    }

    /// Notes a ticket.
    ///
    /// - Returns: false if it came before.
    private static func isNew(_ ticket: TicketMark, on day: CalendarDay, _ db: SQLSession) throws -> Bool {
        let mark = try db.cachedStatement(
            sql: "INSERT INTO contact_ticket (ticket, day) VALUES (?, ?) ON CONFLICT DO NOTHING"
        )
        try mark.execute(arguments: [ticket.bytes.bytes.asData, day.daysSinceEpoch])
        return db.changesCount == 1
    }

    /// Notes that a batch arrived. With the last one, nothing joins the report and its case any more, or tells how many
    /// batches it had.
    ///
    /// - Returns: whether it was the last one.
    private static func note(
        _ digest: Bytes32,
        of state: ReportState,
        caseID: Data,
        _ db: SQLSession
    ) throws -> Bool {
        let received = state.received.union([digest])
        let isComplete = received.isSuperset(of: state.manifest.batches)
        let whole = state.manifest.digest.bytes
        try db.execute(
            sql: "UPDATE report SET manifest = ?, received = ?, open_case = ? WHERE right = ?",
            arguments: [
                (isComplete ? whole : state.manifest.bytes).asData,
                (isComplete ? whole : received.sorted().flatMap(\.bytes)).asData, isComplete ? nil : caseID,
                state.right.exposedBytes.asData,
            ]
        )
        return isComplete
    }
}

// MARK: - Cases

extension SQLReports {
    package func cases() async throws(StoreError) -> [ReportCase] {
        try await database.read { db in
            try SQLRow.fetchAll(db, sql: "SELECT * FROM report_case ORDER BY case_id").map(Self.reportCase)
        }
    }

    static func reportCase(_ row: SQLRow) throws -> ReportCase {
        guard let id = Bytes16(Array(row["case_id"] as Data)),
            let state = UInt8(exactly: row["state"] as Int64).flatMap(ReportCase.State.init)
        else {
            throw StoreError.damagedRow(table: "report_case")
        }
        return ReportCase(
            id: CaseID(id),
            district: (row["district"] as String?).flatMap { PostalDistrict($0) },
            completed: WholeHours.moment(row["completed_in"]),
            state: state,
            batches: row["batches"],
            people: row["people"],
            reasons: HoldReasons(rawValue: UInt8(clamping: row["reasons"] as Int64)),
            released: row["released"]
        )
    }

    package func edges(of caseID: CaseID) async throws(StoreError) -> [ContactEdge] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT * FROM contact_edge WHERE case_id = ? ORDER BY issuer, interval",
                arguments: [caseID.bytes.bytes.asData]
            ).map(Self.edge)
        }
    }

    static func edge(_ row: SQLRow) throws -> ContactEdge {
        let handle = try (row["handle"] as Data?).map { try TicketHandle(Array($0)) }
        guard let issuer = Bytes16(Array(row["issuer"] as Data)),
            let interval = UInt32(exactly: row["interval"] as Int64),
            let scans = MeasuredScan.list(parsing: Array(row["scans"] as Data))
        else {
            throw StoreError.damagedRow(table: "contact_edge")
        }
        return ContactEdge(
            issuer: RegistrationID(issuer),
            interval: AssociationInterval(interval),
            scans: scans,
            handle: handle
        )
    }
}

// MARK: - The end of rows

extension SQLReports {
    package func deleteExpired(now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let today = now.utcDay
            func day(_ age: Int) -> Int64 { Int64(today.advanced(byDays: -age).daysSinceEpoch) }
            let hour = WholeHours.current(now.advanced(bySeconds: -Int64(ReportCase.life) * UnixTime.secondsPerDay))
            let ends: [(rows: String, bound: Int64)] = [
                ("report_code WHERE expires_at <= ?", now.seconds),
                ("report WHERE expires_at <= ?", now.seconds),
                ("report_allowance WHERE free_on <= ?", day(0)),
                // As long as the report itself, which tells no more.
                ("report_count WHERE day <= ?", day(ReportState.rightLife + 1)),
                ("contact_ticket WHERE day < ?", day(TicketMark.life)),
                ("contact_edge WHERE case_id IN (SELECT case_id FROM \(Self.endedCases))", hour),
                ("outgoing_contact WHERE case_id IN (SELECT case_id FROM \(Self.endedCases))", hour),
                (Self.endedCases, hour),
            ]
            let incomplete = try Self.deleteIncompleteReports(where: "expires_at <= ?", now.seconds, db)
            let count = try ends.reduce(incomplete) { count, end in
                try db.execute(sql: "DELETE FROM \(end.rows)", arguments: [end.bound])
                return count + db.changesCount
            }
            try SQLBatchInbox.deleteOrphans(db)
            // No more can arrive of some cases now.
            try SQLForwarding.releaseDue(now: now, db)
            try Self.deleteHandles(before: today.advanced(byDays: -ReportCase.handleLife), db)
            return count
        }
    }

    /// A held case waits for a person, however long.
    private static let endedCases =
        "report_case WHERE state <> \(ReportCase.State.held.rawValue) AND completed_in <= ?"

    /// Handles of contacts before `day`: nobody is warned of these any more.
    private static func deleteHandles(before day: CalendarDay, _ db: SQLSession) throws {
        try db.execute(
            sql: "UPDATE contact_edge SET handle = NULL WHERE handle IS NOT NULL AND interval < ?",
            arguments: [Int64(AssociationInterval(clamping: day.startInUTC).number)]
        )
    }
}
