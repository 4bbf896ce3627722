import AnalyticsService
import Testing

@Suite("Analytics Service")
struct AnalyticsServiceTests {
    @Test("it has its name")
    func name() {
        #expect(AnalyticsService().name == "analytics")
    }
}
