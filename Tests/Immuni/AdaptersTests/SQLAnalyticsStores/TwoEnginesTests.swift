import DatabaseTesting
import Foundation
import Persistence
import SQLAnalyticsStores
import SQLEngine
import Testing

@Suite("The Analytics Service's database on both engines")
struct TwoEnginesTests {
    @Test("has the same tables and columns", .needsPostgres)
    func columns() async throws {
        try await EngineComparison.expectSameColumns(.analytics)
    }

    @Test("repairs the moments of a wrong clock, and finds the latest moment", arguments: TestEngine.all)
    func repairs(engine: TestEngine) async throws {
        try await EngineComparison.expectRepairs(.analytics(retentionDays: 14), on: engine)
    }

    @Test("the erasure of traces keeps the jobs and their number", arguments: TestEngine.all)
    func jobs(engine: TestEngine) async throws {
        try await engine.with { make in
            let database = try make(.analytics)
            for number in 1...3 as ClosedRange<UInt8> {
                try await database.write { db in
                    try db.execute(
                        sql: """
                            INSERT INTO authorisation_job (digest, device_token, step, is_disturbed, expiry)
                            VALUES (?, 'token', ?, 0, 1)
                            """,
                        arguments: [Data(repeating: number, count: 32), number == 1 ? "queued" : "proven"]
                    )
                }
            }
            let counts = "SELECT jobs, unproven, (SELECT count(*) FROM authorisation_job) FROM authorisation_queue"
            let before = try await database.read { try SQLRow.fetchOne($0, sql: counts)?.values }
            #expect(before == [.integer(3), .integer(1), .integer(3)])
            #expect(try await database.eraseTraces())
            #expect(try await database.read { try SQLRow.fetchOne($0, sql: counts)?.values } == before)
        }
    }

    @Test("remember the time of each machine", arguments: TestEngine.all)
    func timeTrust(engine: TestEngine) async throws {
        for content in [SQLContent.analytics(retentionDays: 14)] where content.isGuarded {
            try await EngineComparison.expectTimeTrust(content, on: engine)
        }
    }
}
