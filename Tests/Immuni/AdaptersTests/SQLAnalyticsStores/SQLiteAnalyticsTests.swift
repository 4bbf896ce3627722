import AnalyticsStoreConformance
import DatabaseTesting
import SQLAnalyticsStores
import SQLEngine
import SQLStores
import StoreConformance
import Testing

@Suite("The Analytics Service's database in SQLite")
struct SQLiteAnalyticsTests {
    @Test("conforms to the ports", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await AnalyticsConformance.checks.violations {
                try AnalyticsStoreHandles(analytics: make(.analytics), exposures: make(.exposure))
            }
            #expect(violations == [])
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await AnalyticsConformance.checks.overlooked(AnalyticsFaults.all) {
            try await .temporary(fault: $0)
        }
        #expect(overlooked == [])
    }
}
