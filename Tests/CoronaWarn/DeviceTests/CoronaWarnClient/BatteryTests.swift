import CoronaWarnWeeks
import PhoneWeeks
import Testing

@Suite("The days of Corona-Warn's phones in docs/battery.md")
struct BatteryTests {
    @Test(
        "cost what a simulated week counts",
        arguments: [(3600, "Corona-Warn"), (14_400, "Corona-Warn, downloads every four hours")]
    )
    func week(downloadInterval: Int, name: String) async throws {
        let phone = try await CoronaWarnWeekPhone(seed: 1, downloadInterval: downloadInterval)
        let row = await phone.live().row(name)
        #expect(try BatteryPage.text().contains(row), "docs/battery.md should hold:\n\(row)")
    }
}
