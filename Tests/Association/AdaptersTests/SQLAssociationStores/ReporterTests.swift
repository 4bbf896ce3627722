import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import DatabaseTesting
import ExposurePrimitives
import Foundation
import HeraldPayloads
import SQLAssociationStores
import SQLEngine
import Testing

/// Tells the same story of one report twice, by another account each time, and compares every value of every table. If
/// all are equal, no search over tables, times or distances of times finds who reported.
@Suite("What tells which account reported")
struct ReporterTests {
    private typealias Samples = AssociationSamples

    /// Four accounts of one district that began, and were used, on different days. One of them reports contacts with
    /// two accounts of another district. Its report arrives whole, and is decided.
    private struct Story {
        let database: any SQLDatabase
        let reporter: RegistrationID

        init(of reporter: UInt8, in district: PostalDistrict = Samples.district, on database: any SQLDatabase)
            async throws
        {
            (self.database, self.reporter) = (database, Samples.registration(reporter))
            let (reports, now) = (SQLReports(database), Samples.now)
            for number in UInt8(1)...4 {
                try await register(number, in: number == reporter ? district : Samples.district)
            }
            try await register(11, in: Samples.otherDistrict)
            try await register(12, in: Samples.otherDistrict)
            try await reports.issue(Samples.code(21))
            // The place is the same in both stories: without the server's key it names nobody.
            let claim = try Samples.claim(21, by: reporter, person: 22, batches: [23, 24])
            _ = try #require(try await reports.grant(claim, limits: .usual, now: now))
            let box = [UInt8](repeating: 25, count: MailboxRecord.boxSize)
            let first = BatchContent(
                contacts: [Samples.contact(with: 11, handle: try Samples.handle(26)), Samples.contact(with: 12)],
                foreign: [try Samples.foreign(27, to: Jurisdiction(country: 250, state: 1))],
                boxes: [try MailboxRecord(handle: MailboxHandle(Bytes16(words: (28, 0))), box: box)]
            )
            for (digest, content) in [(UInt8(23), first), (24, BatchContent())] {
                let (digest, id) = (Samples.digest(digest), Samples.caseID(29))
                _ = try await reports.accept(content, digest: digest, of: claim.right, newCase: id, now: now)
            }
            let alerts = try [Samples.alert(for: 11, handles: [26])]
            let decision = CaseDecision(Samples.caseID(29), from: .waiting, people: 2, alerts: alerts)
            _ = try #require(try await SQLCases(database).decide(decision, limits: .usual, now: now))
        }

        private func register(_ number: UInt8, in district: PostalDistrict) async throws {
            let account = try Samples.account(number, in: district, since: Samples.today.advanced(byDays: -Int(number)))
            let new = NewAccount(account, subject: ProofSubject(Samples.digest(number)))
            _ = try await SQLAccounts(database).register(new, limits: Samples.limits(10), now: Samples.now)
            try await database.write { db in
                // It is random.
                try db.execute(
                    sql: "UPDATE account SET number = ? WHERE registration = ?",
                    arguments: [Int64(number), account.registration.exposedBytes.asData]
                )
            }
        }

        /// Deletes what has ended `days` after the report.
        func pass(_ days: Int) async throws {
            let now = Samples.today.advanced(byDays: days).startInUTC
            _ = try await SQLReports(database).deleteExpired(now: now)
            _ = try await SQLAccounts(database).deleteCounts(now: now)
            _ = try await SQLAlerts(database).deleteAlerts(now: now)
            _ = try await SQLForwarding(database).deleteUnsent(now: now)
        }

        /// Everything in the database: a line for each row.
        func rows() async throws -> Set<String> {
            try await database.read { db in
                Set(
                    try SQLCatalogue(db).tables.flatMap { table in
                        try SQLRow.fetchAll(db, sql: "SELECT * FROM \(table.name)").map { row in
                            "\(table.name): \(row.values.map(Self.text).joined(separator: ", "))"
                        }
                    }
                )
            }
        }

        private static func text(_ value: SQLValue) -> String {
            switch value {
            case .null: "null"
            case .integer(let number): "\(number)"
            case .real(let number): "\(number)"
            case .text(let text): text
            case .blob(let bytes): Hex.encode(bytes)
            }
        }
    }

    /// The first day after the right.
    private static let end = ReportState.rightLife + 1
    /// With the days before and at which contacts, handles, cases, tickets, alerts and places end.
    private static let days = [end, end + 1, 13, 14, 15, 27, 28, 29, 30, 89, 90, 91]

    /// The tables in which two stories differ.
    private static func differences(_ one: Story, _ other: Story) async throws -> Set<String> {
        Set(try await one.rows().symmetricDifference(other.rows()).map(table))
    }

    private static func table(_ row: String) -> String { String(row.prefix { $0 != ":" }) }

    @Test("nothing, on no day after the right has ended", arguments: TestEngine.all)
    func nothing(engine: TestEngine) async throws {
        try await engine.with { make in
            var stories: [Story] = []
            for reporter in UInt8(1)...4 {
                stories.append(try await Story(of: reporter, on: make(.association)))
            }
            for days in Self.days {
                for story in stories {
                    try await story.pass(days)
                    #expect(try await Self.differences(story, stories[0]) == [], "\(days) days later")
                }
            }
        }
    }

    @Test("what is compared has the accounts, the case with its contacts, and the place", arguments: TestEngine.all)
    func control(engine: TestEngine) async throws {
        try await engine.with { make in
            let story = try await Story(of: 1, on: make(.association))
            try await story.pass(Self.end)
            let counts = Dictionary(try await story.rows().map { (Self.table($0), 1) }, uniquingKeysWith: +)
            #expect(counts["account"] == 6)
            #expect(counts["report_case"] == 1)
            #expect(counts["contact_edge"] == 2)
            #expect(counts["exposure_alert"] == 1)
            #expect(counts["report_allowance"] == 1)
        }
    }

    @Test("until the right ends, its row; and the district of the case", arguments: TestEngine.all)
    func known(engine: TestEngine) async throws {
        try await engine.with { make in
            let first = try await Story(of: 1, on: make(.association))
            let other = try await Story(of: 2, on: make(.association))
            let elsewhere = try await Story(of: 1, in: Samples.otherDistrict, on: make(.association))
            for days in [Self.end - 1, Self.end] {
                for story in [first, other, elsewhere] {
                    try await story.pass(days)
                }
                let tables: Set<String> = days < Self.end ? ["report"] : []
                #expect(try await Self.differences(first, other) == tables, "\(days) days later")
            }
            #expect(try await Self.differences(first, elsewhere) == ["account", "report_case"])
        }
    }

    /// A row that would tell who reported, and the table in which it is found.
    struct Plant: CustomTestStringConvertible {
        let testDescription: String
        let table: String
        /// With the reporter's registration as argument.
        let statement: String
        var making: String?
    }

    private static let hour = Int64(Samples.now.seconds / 3600)

    private static let plants = [
        Plant(
            testDescription: "a count of version 0.2 that is 20 days old",
            table: "report_count",
            statement: "INSERT INTO report_count (registration, day, count) VALUES (?, \(hour / 24), 1)"
        ),
        Plant(
            testDescription: "the account beside the hour of the case",
            table: "planted",
            statement: "INSERT INTO planted (account, hour) VALUES (?, \(hour + 1))",
            making: "CREATE TABLE planted (account BYTEA, hour BIGINT)"
        ),
        Plant(
            testDescription: "a day of the account",
            table: "account",
            statement: "UPDATE account SET attested_on = \(hour / 24) WHERE registration = ?"
        ),
        Plant(
            testDescription: "a day of the account beside the hour of the case",
            table: "planted",
            statement: "INSERT INTO planted SELECT registered_on + 90, \(hour + 1) FROM account WHERE registration = ?",
            making: "CREATE TABLE planted (day BIGINT, hour BIGINT)"
        ),
    ]

    @Test("each planted row is found", arguments: TestEngine.all, plants)
    func planted(engine: TestEngine, plant: Plant) async throws {
        try await engine.with { make in
            var stories: [Story] = []
            for reporter in [UInt8(1), 2] {
                let story = try await Story(of: reporter, on: make(.association))
                try await story.pass(20)
                try await story.database.write { db in
                    if let making = plant.making {
                        try db.execute(sql: making)
                    }
                    try db.execute(sql: plant.statement, arguments: [story.reporter.exposedBytes.asData])
                }
                stories.append(story)
            }
            #expect(try await Self.differences(stories[0], stories[1]) == [plant.table])
        }
    }
}
