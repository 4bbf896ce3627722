import ClockPorts
import ExposurePrimitives
import Persistence
package import SQLEngine
import StoreConformance
import Testing

/// Tests of a database's tables that every system makes.
package enum EngineComparison {
    /// Expects that a database has the same tables and columns on both engines, and the same ones that may be null.
    package static func expectSameColumns(_ schema: SQLSchema) async throws {
        var found: [[String]] = []
        try await TestEngine.sqlite.with { make in
            found.append(
                try await make(schema).read { db in
                    try rows(
                        """
                        SELECT t.name, c.name, c."notnull" = 1 OR c.pk > 0 FROM sqlite_master AS t
                        JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'
                        """,
                        db
                    )
                }
            )
        }
        try await TestEngine.postgres.with { make in
            found.append(
                try await make(schema).read { db in
                    try rows(
                        """
                        SELECT table_name::text, column_name::text, is_nullable = 'NO'
                        FROM information_schema.columns WHERE table_schema = current_schema()
                        """,
                        db
                    )
                }
            )
        }
        #expect(found[0] == found[1])
        #expect(!found[0].isEmpty)
    }

    /// A line for each column, without those of the engines' own tables.
    private static func rows(_ sql: String, _ db: SQLSession) throws -> [String] {
        let enginesOwn: Set = ["grdb_migrations", "sqlite_sequence", "migration", "lease"]
        return try SQLRow.fetchAll(db, sql: sql)
            .filter { !enginesOwn.contains($0[0] as String) }
            .map { "\($0[0] as String).\($0[1] as String) \($0[2] as Bool ? "always" : "or null")" }
            .sorted()
    }

    /// Expects that a guarded database's memory of the time keeps the rules of its port.
    package static func expectTimeTrust(_ content: SQLContent, on engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await TimeTrustConformance.checks.violations {
                SQLTimeTrust(try make(content.schema), of: content)
            }
            #expect(violations == [], "\(content.name)")
        }
    }

    /// Expects that every repair's statement and the question for the latest moment are understood.
    package static func expectRepairs(_ content: SQLContent, on engine: TestEngine) async throws {
        try await engine.with { make in
            let database = try make(content.schema)
            let repairs = SQLClockRepair(database, steps: content.repairs)
            #expect(try await repairs.repair(now: UnixTime(1_795_262_400), isRehearsal: false).isEmpty)
            if content.isGuarded {
                let latest = try await SQLTimeTrust(database, of: content).latestEvidence()
                #expect(latest == nil)
            }
            _ = try await database.eraseTraces()
        }
    }
}
