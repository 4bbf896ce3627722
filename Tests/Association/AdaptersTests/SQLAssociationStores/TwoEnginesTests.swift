import DatabaseTesting
import SQLAssociationStores
import SQLEngine
import Testing

@Suite("The authority's databases on both engines")
struct TwoEnginesTests {
    private static let contents = [SQLContent.association, .associationIndex]

    @Test("have the same tables and columns", .needsPostgres)
    func columns() async throws {
        for content in Self.contents {
            try await EngineComparison.expectSameColumns(content.schema)
        }
    }

    @Test("repair the moments of a wrong clock, and find the latest moment", arguments: TestEngine.all)
    func repairs(engine: TestEngine) async throws {
        for content in Self.contents {
            try await EngineComparison.expectRepairs(content, on: engine)
        }
    }

    @Test("remember the time of each machine", arguments: TestEngine.all)
    func timeTrust(engine: TestEngine) async throws {
        for content in Self.contents where content.isGuarded {
            try await EngineComparison.expectTimeTrust(content, on: engine)
        }
    }
}
