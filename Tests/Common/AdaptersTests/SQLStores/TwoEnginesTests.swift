import DatabaseTesting
import SQLEngine
import SQLStores
import Testing

@Suite("The common databases on both engines")
struct TwoEnginesTests {
    @Test("have the same tables and columns", .needsPostgres, arguments: ["exposures", "portal", "settings"])
    func columns(name: String) async throws {
        let content = try #require([SQLContent.exposures, .operators, .settings].first { $0.name == name })
        try await EngineComparison.expectSameColumns(content.schema)
    }

    @Test("repair the moments of a wrong clock, and find the latest moment", arguments: TestEngine.all)
    func repairs(engine: TestEngine) async throws {
        for content in [SQLContent.exposures, .operators, .settings] {
            try await EngineComparison.expectRepairs(content, on: engine)
        }
    }

    @Test("remember the time of each machine", arguments: TestEngine.all)
    func timeTrust(engine: TestEngine) async throws {
        for content in [SQLContent.exposures, .operators] where content.isGuarded {
            try await EngineComparison.expectTimeTrust(content, on: engine)
        }
    }
}
