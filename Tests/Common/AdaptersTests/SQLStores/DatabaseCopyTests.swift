import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLEngine
import SQLStores
import Synchronization
import Testing

@Suite("Copies of databases", .needsPostgres)
struct DatabaseCopyTests {
    private static let directions: [(from: TestEngine, to: TestEngine)] = [
        (.sqlite, .postgres), (.postgres, .sqlite), (.sqlite, .sqlite), (.postgres, .postgres),
    ]

    /// Those whose tests write many rows: in `make test` each engine is once the source and once the target.
    private static let largeDirections = Effort.choose(short: 0..<2, every: 0..<4, whole: 0..<4)

    private static func with(
        _ direction: (from: TestEngine, to: TestEngine),
        _ schema: SQLSchema,
        _ body: (any SQLDatabase, any SQLDatabase) async throws -> Void
    ) async throws {
        try await direction.from.with { make in
            let source = try make(schema)
            try await direction.to.with { make in try await body(source, make(schema)) }
        }
    }

    /// Three operators with sessions and a log, some of them without values that may be null.
    private static func fill(_ database: any SQLDatabase) async throws {
        try await database.write { db in
            for (number, name) in ["bruna", "Änne", "zoë"].enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO operator (name, cost, block_size, parallelism, salt, password, created_at, institution)
                        VALUES (?, 1, 8, 1, ?, ?, ?, ?)
                        """,
                    arguments: [
                        name, Data(repeating: 255, count: 16), Data(repeating: UInt8(number), count: 32), number,
                        number == 0 ? nil : "hospital",
                    ]
                )
                let session = "INSERT INTO operator_session (digest, operator, started_at, used_at) VALUES (?, ?, 1, 2)"
                try db.execute(sql: session, arguments: [Data(repeating: UInt8(200 - number), count: 32), name])
                let line = "INSERT INTO operator_audit (at, operator, event) VALUES (?, ?, 'signed-in')"
                try db.execute(sql: line, arguments: [number, name])
            }
        }
    }

    @Test("have the same rows, and go on counting where the source was", arguments: directions.indices)
    func copies(direction: Int) async throws {
        try await Self.with(Self.directions[direction], .operators) { source, target in
            try await Self.fill(source)
            let copied = Mutex<[String: Int]>([:])
            try await DatabaseCopy(from: source, to: target).run { event in
                if case .done(let content, isNew: true) = event {
                    copied.withLock { $0[content.table] = content.rows }
                }
            }
            #expect(copied.withLock { $0 } == ["operator": 3, "operator_session": 3, "operator_audit": 3])
            let sql = "INSERT INTO operator_audit (at, operator, event) VALUES (9, 'zoë', 'reset') RETURNING number"
            #expect(try await target.write { try Int.fetchOne($0, sql: sql) } == 4)
        }
    }

    @Test("go on where they were interrupted, and refuse a target with rows of its own")
    func resumption() async throws {
        try await Self.with((.sqlite, .postgres), .operators) { source, target in
            try await Self.fill(source)
            try await DatabaseCopy(from: source, to: target).run { _ in }
            try await target.write { try $0.execute(sql: "DELETE FROM operator_audit") }
            let copied = Mutex<[String]>([])
            try await DatabaseCopy(from: source, to: target).run { event in
                if case .done(let content, isNew: true) = event {
                    copied.withLock { $0.append(content.table) }
                }
            }
            #expect(copied.withLock { $0 } == ["operator_audit"])
            try await source.write { try $0.execute(sql: "UPDATE operator SET cost = 2 WHERE name = 'bruna'") }
            await #expect(throws: DatabaseCopy.Failure.inUse(table: "operator")) {
                try await DatabaseCopy(from: source, to: target).run { _ in }
            }
        }
    }

    @Test("keep what triggers forbid to change, and the triggers", arguments: directions.indices)
    func triggers(direction: Int) async throws {
        try await Self.with(Self.directions[direction], .settings) { source, target in
            for number in 1...3 {
                try await source.write { db in
                    try db.execute(sql: "INSERT INTO settings_revision VALUES (\(number), 1, 'a', 'b', 'set')")
                    try db.execute(sql: "INSERT INTO settings_value VALUES (\(number), 'ios', 1, 'name', '1')")
                }
            }
            try await DatabaseCopy(from: source, to: target).run { _ in }
            #expect(try await target.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM settings_value") } == 3)
            for sql in [
                "UPDATE settings_value SET value = '2'", "INSERT INTO settings_revision VALUES (9, 1, 'a', 'b', 'set')",
            ] {
                await #expect(throws: (any Error).self) { try await target.write { try $0.execute(sql: sql) } }
            }
        }
    }

    /// Rows of many sizes, so that a batch is one row or thousands.
    private static func fillInbox(_ database: any SQLDatabase, rows: Int) async throws {
        try await database.write { db in
            let statement = try db.cachedStatement(sql: "INSERT INTO analytics_inbox VALUES (?, 20778, 'RM', ?)")
            for number in 0..<rows {
                var identifier = Data(repeating: UInt8(number % 251), count: 12)
                for shift in [0, 8, 16, 24] { identifier.append(UInt8(truncatingIfNeeded: number >> shift)) }
                let size = number.isMultiple(of: 1000) ? 1_500_000 : number % 90
                try statement.execute(arguments: [identifier, Data(repeating: 7, count: size)])
            }
        }
    }

    @Test("of a large table go in batches, whatever the sizes of its rows are", arguments: largeDirections)
    func batches(direction: Int) async throws {
        try await Self.with(Self.directions[direction], .exposure) { source, target in
            try await Self.fillInbox(source, rows: 6000)
            let seen = Mutex<[DatabaseCopy.Purpose: [Int]]>([:])
            try await DatabaseCopy(from: source, to: target).run { event in
                if case .reading("analytics_inbox", let purpose, let rows) = event {
                    seen.withLock { $0[purpose, default: []].append(rows) }
                }
            }
            let counts = seen.withLock { $0 }
            #expect(counts[.copy]?.last == 6000)
            #expect(counts[.copy] == counts[.count])
            #expect(counts[.check] == nil, "the target was empty")
            #expect((counts[.copy]?.count ?? 0) > 6)
            #expect(counts[.compare]?.count { $0 == 6000 } == 2, "source and target")
            let size = "SELECT sum(length(content)) FROM analytics_inbox"
            let copied = try await target.read { try Int.fetchOne($0, sql: size) }
            #expect(try await source.read { try Int.fetchOne($0, sql: size) } == copied)
        }
    }

    @Test("that fail in the middle of a table leave the target as it was", arguments: largeDirections)
    func failure(direction: Int) async throws {
        func items(_ check: String = "") -> SQLSchema {
            let table = "CREATE TABLE item (number BIGINT NOT NULL PRIMARY KEY \(check), name TEXT NOT NULL)"
            return SQLSchema(
                migrations: [("1", "\(table.replacing("BIGINT", with: "INTEGER")) STRICT;")],
                postgres: SQLSchema.Postgres(migrations: [SQLSchema.Migration("1", [table])])
            )
        }
        let rows = (0..<60_000).map { [SQLValue.integer(Int64($0)), .text("name")] }
        try await Self.directions[direction].from.with { make in
            let source = try make(items())
            try await source.write { db in try db.insert(rows, into: "item", columns: ["number", "name"]) }
            try await Self.directions[direction].to.with { make in
                let target = try make(items("CHECK (number < 50000)"))
                await #expect(throws: (any Error).self) {
                    try await DatabaseCopy(from: source, to: target).run { _ in }
                }
                #expect(try await target.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 0)
            }
        }
    }

    @Test("refuse databases of other versions")
    func otherTables() async throws {
        try await TestEngine.sqlite.with { make in
            await #expect(throws: DatabaseCopy.Failure.otherTables) {
                try await DatabaseCopy(from: make(.operators), to: make(.settings)).run { _ in }
            }
        }
    }
}
