import AnalyticsTrial
import ExposureTesting
import Testing

@Suite("Months of simulated phones against the Analytics Service")
struct AnalyticsTrialTests {
    @Test("the database holds exactly what the documented rules say")
    func agrees() async throws {
        let result = try await TemporaryFolder.with { folder in
            try await AnalyticsTrial(options: TrialOptions(phones: 80)).run(in: folder)
        }
        #expect(result.violations == [])
        #expect(result.tokens > 50)
        #expect(result.counted > 50)
        #expect(result.sent > result.counted)
        #expect(result.entries > 0)
    }
}
