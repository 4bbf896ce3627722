import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
@testable import PostgresEngine
import SQLEngine
import Synchronization
import Testing

@Suite("PostgreSQL", .needsPostgres)
struct PostgresTests {
    private static let table = SQLSchema(
        migrations: [],
        postgres: SQLSchema.Postgres(
            migrations: [SQLSchema.Migration("1", tables)],
            forgetful: [SQLSchema.Forgetful("item", key: "number")]
        )
    )
    private static let tables = [
        "CREATE TABLE item (number BIGINT NOT NULL PRIMARY KEY, name TEXT, bytes BYTEA, size FLOAT8)",
        "CREATE TABLE tally (id BIGINT NOT NULL PRIMARY KEY, count BIGINT NOT NULL)",
    ]

    private static func with(_ body: (any SQLDatabase) async throws -> Void) async throws {
        try await TestEngine.postgres.with { make in try await body(make(table)) }
    }

    private static func count(_ table: String, in database: any SQLDatabase) async throws -> Int? {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test(
        "every type of value comes back as it was stored",
        arguments: [
            [.integer(1), .null, .null, .null], [.integer(-1), .text(""), .blob(Data()), .real(0.5)],
            [.integer(.max), .text("Zürich 'x' \\ \"y\""), .blob(Data([0, 255, 128])), .real(-1e300)],
            [.integer(.min), .text("?"), .blob(Data(count: 100_000)), .real(.leastNonzeroMagnitude)],
        ] as [[SQLValue]]
    )
    func values(row: [SQLValue]) async throws {
        try await Self.with { database in
            let arguments = SQLArguments(row)
            let found = try await database.write { db in
                try db.execute(sql: "INSERT INTO item VALUES (?, ?, ?, ?)", arguments: arguments)
                #expect(db.changesCount == 1)
                return try SQLRow.fetchOne(db, sql: "SELECT * FROM item")?.values
            }
            #expect(found == row)
        }
    }

    @Test(
        "numbers of every width, truth values and sums are whole numbers",
        arguments: [
            ("7::int2", 7), ("-7::int2", -7), ("-70000::int4", -70_000), ("true", 1), ("false", 0),
            ("sum(x) FROM (VALUES (20000::int8), (5), (-1)) AS t (x)", 20_004),
            ("123456789012::numeric", 123_456_789_012),
            ("-10000::numeric", -10_000), ("0::numeric", 0), ("count(*)", 1), ("2.9::numeric", 2),
        ]
    )
    func numbers(expression: String, value: Int) async throws {
        try await Self.with { database in
            let found = try await database.read { try Int.fetchOne($0, sql: "SELECT \(expression)") }
            #expect(found == value)
        }
    }

    @Test(
        "parameters are told from other text",
        arguments: [
            ("SELECT ? + ?", "SELECT $1 + $2"), ("SELECT :a, :b, :a", "SELECT $1, $2, $1"),
            ("SELECT ?2, ?1, ?2", "SELECT $1, $2, $1"), ("SELECT '?', ':a' || ?", "SELECT '?', ':a' || $1"),
            ("SELECT 'it''s ?', \"?\"", "SELECT 'it''s ?', \"?\""), ("SELECT ?::text", "SELECT $1::text"),
            ("SELECT right FROM report WHERE end = ?", "SELECT \"right\" FROM report WHERE \"end\" = $1"),
            ("SELECT a RIGHT JOIN b", "SELECT a RIGHT JOIN b"), ("SELECT bright", "SELECT bright"), ("", ""),
            ("?", "$1"), ("'", "'"), (":", ":"),
        ]
    )
    func translation(sql: String, expected: String) { #expect(PostgresSQL(sql).text == expected) }

    @Test("a failed write changes nothing, and the connection serves the next one")
    func failure() async throws {
        try await Self.with { database in
            await #expect(throws: StoreError.unavailable(reason: "PostgreSQL error 22012")) {
                try await database.write { db in
                    try db.execute(sql: "INSERT INTO item (number) VALUES (1)")
                    try db.execute(sql: "SELECT 1 / 0")
                }
            }
            await #expect(throws: StoreError.damagedRow(table: "planted")) {
                try await database.write { db in
                    try db.execute(sql: "INSERT INTO item (number) VALUES (2)")
                    throw StoreError.damagedRow(table: "planted")
                }
            }
            try await database.rehearse { try $0.execute(sql: "INSERT INTO item (number) VALUES (3)") }
            #expect(try await Self.count("item", in: database) == 0)
        }
    }

    @Test("a write that changes nothing gets a number if it waits for the disk, so its commit is written")
    func waiting() async throws {
        try await Self.with { database in
            for waits in [false, true] {
                let hasNumber = try await database.write { db in
                    if waits {
                        try db.waitForDisk()
                    }
                    let sql = "SELECT CAST(pg_current_xact_id_if_assigned() IS NOT NULL AS INT)"
                    return try Int.fetchOne(db, sql: sql) == 1
                }
                #expect(hasNumber == waits)
            }
        }
    }

    @Test("a missing parameter is refused")
    func missingParameter() async throws {
        try await Self.with { database in
            await #expect(throws: StoreError.unavailable(reason: "PostgreSQL error 42P02")) {
                try await database.read { try Int.fetchOne($0, sql: "SELECT ?", arguments: []) }
            }
        }
    }

    @Test(
        "of writers at the same time, none is lost: each read and write is one step",
        arguments: [WriteIsolation.allRows, .changedRows]
    )
    func conflicts(isolation: WriteIsolation) async throws {
        try await Self.with { database in
            try await database.write { try $0.execute(sql: "INSERT INTO tally VALUES (1, 0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await database.write(isolation: isolation) { db in
                            let count = try Int.fetchOne(db, sql: "SELECT count FROM tally") ?? 0
                            try db.execute(sql: "UPDATE tally SET count = ?", arguments: [count + 1])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count FROM tally") } == 40)
        }
    }

    /// Writers that see other rows of the table must not see them change; those that insert the same key need only the
    /// key.
    @Test(
        "one writer of many takes what is there once",
        arguments: [(WriteIsolation.allRows, true), (.allRows, false), (.changedRows, false)]
    )
    func oneWinner(isolation: WriteIsolation, hasKeyOfItsOwn: Bool) async throws {
        try await Self.with { database in
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await database.write(isolation: isolation) { db in
                            guard try Int.fetchOne(db, sql: "SELECT number FROM item") == nil else {
                                return false
                            }
                            let key = hasKeyOfItsOwn ? number : 0
                            try db.execute(sql: "INSERT INTO item (number) VALUES (?)", arguments: [key])
                            return true
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(winners == 1)
        }
    }

    @Test("statements that nobody waits for are all done at the commit, and each sees those before it")
    func soon() async throws {
        try await Self.with { database in
            let between = try await database.write { db in
                let insertion = try db.cachedStatement(sql: "INSERT INTO item (number, name) VALUES (?, ?)")
                for number in 0..<700 {
                    try insertion.executeSoon(arguments: [number, number % 2 == 0 ? nil : "odd"])
                }
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
                for number in 700..<3000 {
                    try insertion.executeSoon(arguments: [number, number % 2 == 0 ? nil : "odd"])
                }
                return count
            }
            #expect(between == 700)
            let counts = try await database.read { db in
                try SQLRow.fetchOne(db, sql: "SELECT count(*), count(name) FROM item")?.values
            }
            #expect(counts == [.integer(3000), .integer(1500)])
        }
    }

    @Test("a statement that nobody waits for and that fails takes the whole write back", arguments: [false, true])
    func soonFailure(isLast: Bool) async throws {
        try await Self.with { database async throws in
            await #expect(throws: StoreError.unavailable(reason: "PostgreSQL error 22003")) {
                try await database.write { db in
                    try db.execute(sql: "INSERT INTO item (number) VALUES (1)")
                    try db.cachedStatement(sql: "INSERT INTO tally VALUES (1, ? * 2)")
                        .executeSoon(arguments: [Int64.max])
                    if !isLast {
                        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
                    }
                }
            }
            #expect(try await Self.count("item", in: database) == 0)
        }
    }

    private static func row(_ number: Int) -> [SQLValue] {
        let name: SQLValue = number % 3 == 0 ? .null : .text("Zürich \\ \(number)\n")
        let bytes = Data(repeating: UInt8(number % 256), count: number % 50)
        return [.integer(Int64(number - 2500)), name, .blob(bytes), .real(Double(number) / 3)]
    }

    @Test("COPY stores every type of value, in a table and columns of any name, beside other statements")
    func copy() async throws {
        let rows = (0..<5000).map(Self.row)
        try await Self.with { database in
            try await database.write { db in
                try db.cachedStatement(sql: "INSERT INTO tally VALUES (1, ?)").executeSoon(arguments: [7])
                try db.insert(rows, into: "item", columns: ["number", "name", "bytes", "size"])
                try db.execute(sql: "UPDATE tally SET count = (SELECT count(*) FROM item)")
            }
            let found = try await database.read { db in
                try SQLRow.fetchAll(db, sql: "SELECT * FROM item ORDER BY number").map(\.values)
            }
            #expect(found == rows)
            let count = try await database.read { db in try Int.fetchOne(db, sql: "SELECT count FROM tally") }
            #expect(count == rows.count)
        }
    }

    @Test("a COPY that fails takes the whole write back, and the connection goes on")
    func copyFailure() async throws {
        let row: [SQLValue] = [.integer(1), .null, .null, .null]
        let columns = ["number", "name", "bytes", "size"]
        try await Self.with { database in
            for (rows, table, state) in [
                ([row, row], "item", "23505"), ([row], "nothing", "42P01"), ([[.integer(1)]], "item", "22P04"),
            ] as [([[SQLValue]], String, String)] {
                await #expect(throws: StoreError.unavailable(reason: "PostgreSQL error \(state)")) {
                    try await database.write { db in
                        try db.execute(sql: "INSERT INTO tally VALUES (1, 1)")
                        try db.insert(rows, into: table, columns: columns)
                    }
                }
            }
            #expect(try await Self.count("tally", in: database) == 0)
            try await database.write { db in try db.insert([row], into: "item", columns: columns) }
            try await database.write { db in try db.insert([], into: "item", columns: columns) }
            #expect(try await Self.count("item", in: database) == 1)
        }
    }

    @Test("a statement that was prepared with a value takes a null too")
    func nulls() async throws {
        let names: [String?] = ["a", nil, "b", nil]
        try await Self.with { database in
            let (found, prepared) = try await database.write { db in
                for (number, name) in names.enumerated() {
                    try db.execute(sql: "INSERT INTO item (number, name) VALUES (?, ?)", arguments: [number, name])
                }
                let count = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO item%'"
                return (
                    try SQLRow.fetchAll(db, sql: "SELECT name FROM item ORDER BY number").map { $0[0] as String? },
                    try Int.fetchOne(db, sql: count)
                )
            }
            #expect(found == names && prepared == 1)
        }
    }

    @Test("requests look for rows by an index, also where the plan was made for an empty table; jobs need not")
    func indexes() async throws {
        try await Self.with { database async throws in
            let setting = "SELECT setting FROM pg_settings WHERE name = 'enable_seqscan'"
            #expect(try await database.readAtOnce { db in try String.fetchOne(db, sql: setting) } == "off")
            #expect(try await database.read { db in try String.fetchOne(db, sql: setting) } == "on")
        }
    }

    @Test("statements that differ in each call do not fill the server")
    func manyStatements() async throws {
        try await Self.with { database in
            let last = try await database.read { db in
                try (0..<900).map { try Int.fetchOne(db, sql: "SELECT \($0) + ?", arguments: [1]) }.last
            }
            #expect(last == 900)
        }
    }

    @Test("a lease has one holder, and is free when the holder is gone")
    func claims() async throws {
        try await Self.with { database in
            var first = try await database.takeLease("work")
            #expect(first != nil)
            #expect(try await database.takeLease("work") == nil)
            #expect(try await database.takeLease("other work") != nil)
            first = nil
            while try await database.takeLease("work") == nil {
                await Task.yield()
            }
            #expect(first == nil)
        }
    }

    @Test("a lease whose holder is gone ends after a minute, and another process takes it")
    func endOfLease() async throws {
        let (server, clock) = (try TestServer.required(), ManualClock(UnixTime(1_600_000_000)))
        let content = SQLContent(name: "test-\(UUID().uuidString)", file: "", schema: Self.table)
        let first = try PostgresDatabase(server, content: content, clock: clock)
        let other = try PostgresDatabase(server, content: content, clock: clock)
        let lease = try #require(try await first.takeLease("work"))
        clock.advance(bySeconds: 59)
        #expect(try await other.takeLease("work") == nil)
        #expect(try await lease.isHeld() == true, "which renews it")
        clock.advance(bySeconds: 59)
        #expect(try await other.takeLease("work") == nil)
        clock.advance(bySeconds: 1)
        let taken = try #require(try await other.takeLease("work"))
        #expect(try await lease.isHeld() == false)
        #expect(try await taken.isHeld() == true)
        await taken.end()
        #expect(try await taken.isHeld() == false)
        let third = try PostgresDatabase(server, content: content, clock: clock)
        #expect(try await third.takeLease("work") != nil)
    }

    @Test("a lease that a clock far ahead has written ends a minute after its holder is gone")
    func leaseFromTheFuture() async throws {
        let (server, noon) = (try TestServer.required(), UnixTime(1_600_000_000))
        let content = SQLContent(name: "test-\(UUID().uuidString)", file: "", schema: Self.table)
        let (wrong, right) = (ManualClock(noon.advanced(bySeconds: 20 * 86_400)), ManualClock(noon))
        let uptime = Mutex(Duration.zero)
        let first = try PostgresDatabase(server, content: content, clock: wrong)
        let other = try PostgresDatabase(server, content: content, clock: right, uptime: { uptime.withLock { $0 } })
        func wait(_ seconds: Int64) {
            right.advance(bySeconds: seconds)
            uptime.withLock { $0 += .seconds(seconds) }
        }
        let lease = try #require(try await first.takeLease("work"))
        #expect(try await other.takeLease("work") == nil)
        wait(59)
        wrong.advance(bySeconds: 59)
        #expect(try await lease.isHeld() == true, "which renews it")
        #expect(try await other.takeLease("work") == nil, "it was renewed")
        wait(59)
        #expect(try await other.takeLease("work") == nil, "less than a minute ago")
        wait(1)
        let taken = try #require(try await other.takeLease("work"))
        #expect(try await lease.isHeld() == false)
        #expect(try await taken.isHeld() == true)
    }

    @Test("the end of a task ends its statement")
    func cancellation() async throws {
        try await Self.with { database in
            let reading = Task {
                try await database.read { db in _ = try SQLRow.fetchOne(db, sql: "SELECT pg_sleep(3600)") }
            }
            let sleeping = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(3600)%'"
            var process: Int?
            while process == nil {
                process = try await database.readAtOnce { try Int.fetchOne($0, sql: sleeping) }
                await Task.yield()
            }
            reading.cancel()
            await #expect(throws: StoreError.cancelled) { try await reading.value }
            // The wish to end may still be on its way to the server, where it must not meet other work.
            let next = try await database.read { try Int.fetchOne($0, sql: "SELECT pg_backend_pid()") }
            #expect(next != process)
        }
    }

    @Test("a server that does not exist is unavailable, and its URL is not printed")
    func unreachable() {
        let server = PostgresServer(url: "postgresql://avviso:geheim@/none?host=/nowhere", timeout: .zero)
        let content = SQLContent(name: "test", file: "", schema: Self.table)
        #expect(throws: StoreError.unavailable(reason: "PostgreSQL gives no connection")) {
            try PostgresDatabase(server, content: content, clock: ManualClock(UnixTime(0)))
        }
        #expect(!"\(server)".contains("geheim"))
        #expect(!"\(String(reflecting: server))".contains("geheim"))
    }
}
