import ImmuniAPI
import ImmuniWeeks
import PhoneWeeks
import Testing

@Suite("The days of Immuni's phones in docs/battery.md")
struct BatteryTests {
    @Test("cost what a simulated week counts", arguments: [SettingsRequest.Platform.iOS, .android])
    func week(platform: SettingsRequest.Platform) async throws {
        let effort = try await ImmuniWeekPhone(platform, seed: 1).live()
        let row = effort.row("Immuni, \(platform == .iOS ? "iPhone" : "Android")")
        #expect(try BatteryPage.text().contains(row), "docs/battery.md should hold:\n\(row)")
    }

    @Test("cost more in a week with an upload")
    func upload() async throws {
        let phone = try await ImmuniWeekPhone(.iOS, seed: 1)
        let row = await phone.live { await phone.upload() }.row("Immuni, iPhone, in a week with an upload")
        #expect(try BatteryPage.text().contains(row), "docs/battery.md should hold:\n\(row)")
    }
}
