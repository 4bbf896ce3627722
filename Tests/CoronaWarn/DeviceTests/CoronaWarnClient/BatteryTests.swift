import CoronaWarnWeeks
import PhoneWeeks
import Testing

@Suite("The days of Corona-Warn's phones in docs/battery.md")
struct BatteryTests {
    @Test("cost what a simulated week counts")
    func week() async throws {
        let row = try await CoronaWarnWeekPhone(seed: 1).live().row("Corona-Warn")
        #expect(try BatteryPage.text().contains(row), "docs/battery.md should hold:\n\(row)")
    }
}
