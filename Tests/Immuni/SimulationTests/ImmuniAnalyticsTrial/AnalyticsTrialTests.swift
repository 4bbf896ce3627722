import ExposureTesting
import ImmuniAnalyticsTrial
import Testing

@Suite("Months of simulated phones with the Analytics Service")
struct AnalyticsTrialTests {
    @Test("the database contains exactly what the documented rules predict")
    func agrees() async throws {
        let months = Effort.choose(quick: 1, whole: 3)
        let result = try await TemporaryFolder.with { folder in
            try await AnalyticsTrial(options: TrialOptions(phones: 80, months: months)).run(in: folder)
        }
        #expect(result.violations == [])
        #expect(result.tokens > 40 * months)
        #expect(result.counted > 50 * months)
        #expect(result.sent > result.counted)
        #expect(result.entries > 0)
    }
}
