import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import Persistence
import SQLEngine
import Testing

@testable import PostgresEngine

/// `docs/decisions/0233` says what PostgreSQL's files tell.
@Suite("What PostgreSQL's heap tells", .needsPostgres, .serialized)
struct PostgresTracesTests {
    /// A row of the heap: the transaction that wrote it, and the key's first bytes, in the order of the file.
    private static func heap(_ database: any SQLDatabase) async throws -> [(writer: Int64, key: Int)] {
        try await database.read { db in
            // The functions of pageinspect call each other without the name of their place.
            try db.execute(sql: "SELECT set_config('search_path', quote_ident(current_schema()) || ', public', true)")
            return try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT t_xmin::text::bigint AS writer, t_attrs[1] AS first
                    FROM generate_series(0, pg_relation_size('item') / 8192 - 1) AS page,
                    heap_page_item_attrs(get_raw_page('item', page::int), 'item'::regclass)
                    WHERE t_attrs IS NOT NULL ORDER BY page, lp
                    """
            ).map { row in
                (row["writer"], (row["first"] as Data).reversed().reduce(0) { $0 << 8 | Int($1) })
            }
        }
    }

    private static let schema = SQLSchema(
        migrations: [],
        postgres: SQLSchema.Postgres(
            migrations: [SQLSchema.Migration("1", tables)],
            forgetful: [SQLSchema.Forgetful("item", key: "number")]
        )
    )

    private static let tables = [
        "CREATE EXTENSION IF NOT EXISTS pageinspect SCHEMA public",
        "CREATE TABLE item (number BIGINT NOT NULL PRIMARY KEY)",
    ]

    /// Ten uploads of three keys each, whose keys are far from each other.
    private static func fill(_ database: any SQLDatabase) async throws {
        for upload in 0..<10 {
            try await database.write { db in
                let insertion = try db.cachedStatement(sql: "INSERT INTO item VALUES (?)")
                for number in [upload * 7 % 30, (upload * 7 + 11) % 30 + 100, (upload * 7 + 17) % 30 + 200] {
                    try insertion.executeSoon(arguments: [number])
                }
            }
        }
    }

    /// Runs `body` with a database of its own. In the one that all suites share, an open transaction of another suite
    /// lets the rewriting keep deleted rows, as the decision says.
    private static func alone(_ body: (any SQLDatabase) async throws -> Void) async throws {
        let server = try TestServer.required()
        let name = "traces_\(UUID().uuidString.prefix(8).lowercased())"
        _ = try PostgresConnection(server, schema: "public").run([.text("CREATE DATABASE \(name)")], until: nil)
        let own = PostgresServer(url: server.url + (server.url.contains("?") ? "&" : "?") + "dbname=\(name)")
        let content = SQLContent(name: "traces", file: "", schema: schema)
        try await body(PostgresDatabase(own, content: content, clock: ManualClock(UnixTime(1_600_000_000))))
    }

    @Test("before it is rewritten, the order of arrival and the keys of each upload can be read; afterwards neither")
    func order() async throws {
        try await Self.alone { database in
            try await Self.fill(database)
            let before = try await Self.heap(database)
            // The control: the heap tells everything.
            #expect(Set(before.map(\.writer)).count == 10)
            #expect(before.map(\.key) != before.map(\.key).sorted())
            #expect(try await database.eraseTraces())
            let after = try await Self.heap(database)
            #expect(Set(after.map(\.writer)).count == 1)
            #expect(after.map(\.key) == before.map(\.key).sorted())
        }
    }

    @Test("deleted rows are not in the file any more")
    func deletedRows() async throws {
        try await Self.alone { database in
            try await Self.fill(database)
            try await database.write { try $0.execute(sql: "DELETE FROM item WHERE number < 200") }
            #expect(try await Self.heap(database).count == 30)
            #expect(try await database.eraseTraces())
            let left = try await Self.heap(database)
            #expect(left.count == 10 && left.allSatisfy { $0.key >= 200 })
        }
    }

    @Test("freezing alone keeps the number of the writer, so rows are written once more")
    func freezing() async throws {
        try await TestEngine.postgres.with { make in
            let database = try make(Self.schema)
            try await Self.fill(database)
            let server = try TestServer.required()
            let schema = try await database.read { try String.fetchOne($0, sql: "SELECT current_schema()::text") }
            let connection = try PostgresConnection(server, schema: try #require(schema))
            _ = try connection.run([.text("VACUUM (FULL, FREEZE) item")], until: nil)
            #expect(Set(try await Self.heap(database).map(\.writer)).count == 10)
        }
    }

    @Test("while others hold a table, its rewriting gives up and changes nothing")
    func busy() async throws {
        try await TestEngine.postgres.with { make in
            let database = try make(Self.schema)
            try await Self.fill(database)
            let isErased = try await database.write { db in
                try db.execute(sql: "LOCK TABLE item IN ROW EXCLUSIVE MODE")
                let erasure = Outcome()
                let done = DispatchSemaphore(value: 0)
                Task {
                    erasure.isErased = try? await database.eraseTraces()
                    done.signal()
                }
                done.wait()
                return erasure.isErased
            }
            #expect(isErased == false)
            #expect(try await database.eraseTraces())
        }
    }

    private final class Outcome: @unchecked Sendable {
        // SAFETY: the semaphore orders writing before reading.
        var isErased: Bool?
    }
}
