import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
@testable import PostgresEngine
import SQLEngine
import Synchronization
import Testing

@Suite("Two versions on one PostgreSQL", .needsPostgres)
struct PostgresUpgradeTests {
    private static let first = SQLSchema.Migration("1", ["CREATE TABLE item (number BIGINT PRIMARY KEY, name TEXT)"])
    /// Adds a column, which programs without this step do not need to know.
    private static let expansion = SQLSchema.Migration(
        "2",
        ["ALTER TABLE item ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'"],
        worksWith: "1"
    )
    /// Takes away what programs with the expansion need no more.
    private static let contraction = SQLSchema.Migration("3", ["ALTER TABLE item DROP COLUMN name"], worksWith: "2")

    private let server: PostgresServer
    private let name = "test-\(UUID().uuidString)"

    init() throws { server = try TestServer.required() }

    /// A program with these migrations, which starts.
    private func program(_ migrations: SQLSchema.Migration...) throws -> PostgresDatabase {
        try PostgresDatabase(server, content: content(migrations), clock: ManualClock(UnixTime(1_600_000_000)))
    }

    private func content(_ migrations: [SQLSchema.Migration]) -> SQLContent {
        SQLContent(
            name: name,
            file: "",
            schema: SQLSchema(migrations: [], postgres: SQLSchema.Postgres(migrations: migrations))
        )
    }

    /// Whether a program with these migrations finds the database.
    private func isThere(_ migrations: SQLSchema.Migration...) throws -> Bool {
        try PostgresInspection(server, of: content(migrations)).isThere()
    }

    private func add(_ number: Int, to database: PostgresDatabase) async throws {
        try await database.write { db in
            let insertion = try db.cachedStatement(sql: "INSERT INTO item (number, name) VALUES (?, 'old')")
            try insertion.execute(arguments: [number])
        }
    }

    /// The text of all columns, by a statement that stays prepared.
    private func row(_ number: Int, in database: PostgresDatabase) async throws -> [SQLValue]? {
        try await database.readAtOnce { db in
            try SQLRow.fetchOne(db, sql: "SELECT * FROM item WHERE number = ?", arguments: [number])?.values
        }
    }

    private final class Tally: Sendable {
        private let value = Atomic(0)

        var count: Int { value.load(ordering: .relaxed) }

        func add() { value.add(1, ordering: .relaxed) }
    }

    @Test("an older program starts on tables that a newer one has expanded, and works")
    func expanded() async throws {
        let newer = try program(Self.first, Self.expansion)
        let older = try program(Self.first)
        try await add(1, to: older)
        #expect(try await row(1, in: newer) == [.integer(1), .text("old"), .text("none")])
        try await newer.write { try $0.execute(sql: "INSERT INTO item VALUES (2, 'new', 'red')") }
        let found = try await older.read { db in try String.fetchAll(db, sql: "SELECT name FROM item ORDER BY number") }
        #expect(found == ["old", "new"])
        #expect(try isThere(Self.first) == true)
    }

    @Test("an older program that runs does not notice the expansion, whatever it had prepared")
    func expandedMeanwhile() async throws {
        let older = try program(Self.first)
        let added = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        try await add(worker * 100 + number, to: older)
                        let columns = try await row(worker * 100 + number, in: older)
                        #expect(columns?.prefix(2) == [.integer(Int64(worker * 100 + number)), .text("old")])
                        added.add()
                    }
                }
            }
            while added.count < 100 {
                await Task.yield()
            }
            let newer = try program(Self.first, Self.expansion)
            try await newer.write { try $0.execute(sql: "INSERT INTO item VALUES (-1, 'new', 'red')") }
            try await group.waitForAll()
        }
        #expect(try await row(7, in: older)?.count == 3)
        #expect(try await older.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 401)
    }

    @Test("a program that needs what a contraction took away does not start; one that knew the expansion does")
    func contracted() async throws {
        _ = try program(Self.first, Self.expansion, Self.contraction)
        let refusal = StoreError.unsupportedSchema(found: "3")
        #expect(throws: refusal) { try program(Self.first) }
        #expect(throws: refusal) { try isThere(Self.first) }
        #expect("\(refusal)".contains("newer version"))
        let between = try program(Self.first, Self.expansion)
        try await between.write { try $0.execute(sql: "INSERT INTO item (number, colour) VALUES (1, 'red')") }
    }

    @Test("a program of another line of versions does not start, and changes nothing")
    func otherLine() async throws {
        let newer = try program(Self.first, Self.expansion)
        let other = SQLSchema.Migration("2b", ["ALTER TABLE item ADD COLUMN size BIGINT"], worksWith: "1")
        #expect(throws: StoreError.unsupportedSchema(found: "2")) { try program(Self.first, other) }
        try await add(1, to: newer)
        #expect(try await row(1, in: newer)?.count == 3)
    }

    @Test("a database from before rolling upgrades gets the column that says which programs work with it")
    func before() async throws {
        let database = try program(Self.first)
        try await database.write { try $0.execute(sql: "ALTER TABLE migration DROP COLUMN oldest") }
        #expect(try isThere(Self.first) == true)
        let newer = try program(Self.first, Self.expansion)
        let oldest = try await newer.read { db in
            try SQLRow.fetchAll(db, sql: "SELECT name, oldest FROM migration ORDER BY name").map(\.values)
        }
        #expect(oldest == [[.text("1"), .null], [.text("2"), .text("1")]])
        _ = try program(Self.first)
    }

    @Test("a database that does not exist is not there")
    func absent() throws {
        #expect(try isThere(Self.first) == false)
    }
}
