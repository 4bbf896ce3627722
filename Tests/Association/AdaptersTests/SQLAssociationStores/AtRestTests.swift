import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import SQLAssociationStores
import SQLEngine
import SQLiteEngine
import SQLiteTesting
import Testing

@Suite("What the authority's files hold")
struct AtRestTests {
    private static let tables: [String: [String]] = [
        "account": [
            "attested", "attested_on", "chain_day", "chain_key", "country", "district", "number", "registered_on",
            "registration", "state", "subject", "used_on",
        ],
        "registration_count": ["count", "district", "hour"],
        "code_count": ["count", "hour", "operator"],
        "report_code": ["expires_at", "first_day", "last_day", "mark"],
        "report": [
            "case_id", "expires_at", "first_day", "last_day", "manifest", "mark", "open_case", "received",
            "registration", "right",
        ],
        "report_count": ["count", "day", "registration"],
        "report_allowance": ["free_on", "mark"],
        "contact_ticket": ["day", "right", "ticket"],
        "waiting_batch": ["arrived_at", "content", "digest", "registration", "right"],
        "outgoing_contact": ["case_id", "content", "country", "expires_at", "number", "state", "ticket"],
        "report_box": ["box", "day", "handle", "right"],
        "incoming_report": ["arrived_at", "case_id", "content"],
        "contact_edge": ["case_id", "handle", "interval", "issuer", "scans"],
        "exposure_alert": ["band", "day", "handles", "registration", "visible_at"],
        "report_case": [
            "batches", "case_id", "completed_in", "district", "people", "reasons", "released", "state",
        ],
    ]

    @Test("the columns are these, and no row has a number")
    func columns() async throws {
        let database = try await TemporaryDatabase(.association)
        try await database.read { db throws in
            for (table, columns) in Self.tables {
                #expect(try db.columnNames(of: table) == columns)
                // A row number would tell the order of arrival.
                #expect(throws: DatabaseError.self) { try SQLRow.fetchAll(db, sql: "SELECT rowid FROM \(table)") }
            }
        }
    }

    @Test("nothing joins a complete report with the case that it became")
    func unlinked() async throws {
        let database = try await TemporaryDatabase(.association)
        let reports = SQLReports(database)
        try await reports.issue(AssociationSamples.code(1))
        let claim = try AssociationSamples.claim(1, batches: [1])
        _ = try await reports.grant(claim, limits: .usual, now: AssociationSamples.now)
        let (digest, id, now) = (AssociationSamples.digest(1), AssociationSamples.caseID(7), AssociationSamples.now)
        let contacts = [AssociationSamples.contact(with: 2)]
        _ = try await reports.accept(contacts, digest: digest, of: claim.right, newCase: id, now: now)
        try await database.read { db throws in
            #expect(try Data.fetchOne(db, sql: "SELECT open_case FROM report") == nil)
            #expect(try Int.fetchOne(db, sql: "SELECT length(manifest) + length(received) FROM report") == 64)
            #expect(try Int.fetchOne(db, sql: "SELECT expires_at % 86400 FROM report") == 0, "no time of day")
            #expect(try Data.fetchOne(db, sql: "SELECT right FROM contact_ticket") == nil)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM contact_ticket") == 1)
        }
    }

    /// A part of a report, as version 0.2 stored it: it began a case with the last batch.
    private static func incomplete(in database: any SQLDatabase) async throws -> SQLReports {
        let (reports, now) = (SQLReports(database), AssociationSamples.now)
        try await reports.issue(AssociationSamples.code(1))
        let claim = try AssociationSamples.claim(1)
        _ = try await reports.grant(claim, limits: .usual, now: now)
        let contacts = [AssociationSamples.contact(with: 2)]
        let (digest, id) = (AssociationSamples.digest(1), AssociationSamples.caseID(7))
        _ = try await reports.accept(contacts, digest: digest, of: claim.right, newCase: id, now: now)
        try await database.write { db throws in
            try db.execute(sql: "DELETE FROM report_case")
            try db.execute(sql: "UPDATE report SET case_id = open_case, open_case = NULL")
            try db.execute(sql: "UPDATE contact_ticket SET right = (SELECT right FROM report)")
            try db.execute(
                sql: "INSERT INTO report_box (handle, right, box) SELECT right, right, zeroblob(540) FROM report"
            )
        }
        return reports
    }

    private static func counts(in database: any SQLDatabase) async throws -> [Int?] {
        try await database.read { db in
            try ["contact_edge", "contact_ticket", "report_box"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
            }
        }
    }

    @Test("a part of a report that version 0.2 took ends with its right")
    func endOfIncomplete() async throws {
        let database = try await TemporaryDatabase(.association)
        let reports = try await Self.incomplete(in: database)
        _ = try await reports.deleteExpired(now: AssociationSamples.rightEnd.advanced(bySeconds: -1))
        #expect(try await Self.counts(in: database) == [1, 1, 1])
        _ = try await reports.deleteExpired(now: AssociationSamples.rightEnd)
        #expect(try await Self.counts(in: database) == [0, 0, 0])
    }

    @Test("a part of a report that version 0.2 took can be reported again with another code")
    func incompleteAgain() async throws {
        let database = try await TemporaryDatabase(.association)
        let reports = try await Self.incomplete(in: database)
        try await reports.issue(AssociationSamples.code(2))
        let now = AssociationSamples.now
        _ = try await reports.grant(AssociationSamples.claim(2, by: 3), limits: .usual, now: now)
        #expect(try await Self.counts(in: database) == [1, 1, 1], "another account's report")
        try await reports.issue(AssociationSamples.code(3))
        _ = try await reports.grant(AssociationSamples.claim(3), limits: .usual, now: now)
        #expect(try await Self.counts(in: database) == [0, 0, 0])
    }

    @Test("reports that version 0.2 counted count until their rights end, and leave nothing", arguments: [0, 1, 2, 3])
    func earlierCounts(earlier: Int) async throws {
        let database = try await TemporaryDatabase(.association)
        let (reports, now) = (SQLReports(database), AssociationSamples.now)
        let end = AssociationSamples.rightEnd
        try await database.write { db throws in
            try db.execute(
                sql: "INSERT INTO report_count (registration, day, count) VALUES (?, ?, ?)",
                arguments: [
                    AssociationSamples.registration(1).exposedBytes.asData,
                    AssociationSamples.today.daysSinceEpoch, earlier,
                ]
            )
        }
        func granted(_ numbers: ClosedRange<UInt8>, now: UnixTime) async throws -> Int {
            var count = 0
            for number in numbers {
                try await reports.issue(AssociationSamples.code(number, expiry: now.advanced(bySeconds: 1)))
                let claim = try AssociationSamples.claim(number)
                count += try await reports.grant(claim, limits: .usual, now: now) == nil ? 0 : 1
            }
            return count
        }
        func counts() async throws -> Int? {
            try await database.read { db throws in try Int.fetchOne(db, sql: "SELECT count(*) FROM report_count") }
        }
        #expect(try await granted(1...4, now: now) == 3 - earlier)
        _ = try await reports.deleteExpired(now: end.advanced(bySeconds: -1))
        #expect(try await counts() == 1)
        _ = try await reports.deleteExpired(now: end)
        #expect(try await counts() == 0)
        // Once, an account has so many reports more.
        #expect(try await granted(5...8, now: end) == earlier)
    }

    @Test("each request for a right and each batch waits for the disk, whatever becomes of it")
    func waiting() async throws {
        let (database, now) = (try await TemporaryDatabase(.association), AssociationSamples.now)
        let (reports, inbox) = (SQLReports(database), SQLBatchInbox(database))
        for number in UInt8(1)...4 {
            try await reports.issue(AssociationSamples.code(number))
        }
        let claims =
            [
                ("a right", 1, 1), ("the same right", 1, 1), ("a used code", 1, 2), ("another right", 2, 1),
                ("the last right", 3, 1), ("one too many", 4, 1), ("an unknown code", 9, 2),
            ] as [(String, UInt8, UInt8)]
        for (comment, code, account) in claims {
            let waits = try await database.writes {
                _ = try await reports.grant(AssociationSamples.claim(code, by: account), limits: .usual, now: now)
            }
            #expect(waits, "\(comment)")
        }
        let rights = [("a batch", 1), ("the same batch", 1), ("no such right", 9)] as [(String, UInt8)]
        for (comment, right) in rights {
            let batch = WaitingBatch(
                name: BatchName(right: AssociationSamples.right(right), digest: AssociationSamples.digest(1)),
                registration: AssociationSamples.registration(1),
                arrival: now,
                bytes: [1]
            )
            let waits = try await database.writes { _ = try await inbox.put(batch, now: now) }
            #expect(waits, "\(comment)")
        }
        let reads = try await database.writes { _ = try await inbox.count() }
        #expect(!reads, "the control")
    }

    @Test("an account of an earlier version, whose polls are not known, does not end with the upgrade")
    func upgrade() async throws {
        let database = try await TemporaryDatabase(.association)
        let (accounts, today) = (SQLAccounts(database), AssociationSamples.today)
        let account = try AssociationSamples.account(1, since: today.advanced(byDays: -100))
        let new = NewAccount(account, subject: ProofSubject(AssociationSamples.digest(1)))
        _ = try await accounts.register(new, limits: AssociationSamples.limits(10), now: AssociationSamples.now)
        try await database.write { db throws in try db.execute(sql: "UPDATE account SET used_on = 0") }
        for (days, ended) in [(0, 0), (60, 0), (61, 1)] {
            let day = today.advanced(byDays: days)
            let count = try await accounts.endUnused(before: day.advanced(byDays: -60), today: day, limit: 10)
            #expect(count == ended)
        }
    }

    @Test("the handles of an alert are gone more than 14 days after the exposure")
    func handles() async throws {
        let database = try await TemporaryDatabase(.association)
        let (alerts, limits) = (SQLAlerts(database), AssociationSamples.limits(10))
        let account = try AssociationSamples.new(1)
        _ = try await SQLAccounts(database).register(account, limits: limits, now: AssociationSamples.now)
        let new = try AssociationSamples.alert(for: 1)
        _ = try await alerts.add(new)
        let size = TicketHandle.size(.sealed) + 1
        for (days, expected) in [(14, size), (15, 0)] {
            _ = try await alerts.deleteAlerts(now: new.alert.day.advanced(byDays: days).startInUTC)
            let found = try await database.read { db throws in
                try Int.fetchOne(db, sql: "SELECT length(handles) FROM exposure_alert")
            }
            #expect(found == expected)
        }
    }

    @Test("an old chain key is not in the file after its day has passed")
    func erasure() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let database = try SQLiteDatabase(path: path, schema: .association)
            let accounts = SQLAccounts(database)
            let new = try AssociationSamples.new(0xA7, subject: 1)
            _ = try await accounts.register(new, limits: AssociationSamples.limits(10), now: AssociationSamples.now)
            let old = Data(new.account.chain.exposedBytes)
            try DatabaseFile.emptyLog(of: path)
            // Before, the key is there: the search can find it.
            #expect(try Data(contentsOf: URL(filePath: path)).range(of: old) != nil)
            _ = try await accounts.advanceChains(to: AssociationSamples.today, limit: 10)
            #expect(try await database.eraseTraces())
            #expect(try Data(contentsOf: URL(filePath: path)).range(of: old) == nil)
        }
    }
}
