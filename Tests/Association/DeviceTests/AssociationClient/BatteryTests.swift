import AssociationWeeks
import PhoneWeeks
import Testing

@Suite("The days of the association's phones in docs/battery.md")
struct BatteryTests {
    @Test("cost what a simulated week counts")
    func week() async throws {
        let row = try await AssociationWeekPhone(seed: 1).live().row("association, meeting nobody")
        #expect(try BatteryPage.text().contains(row), "docs/battery.md should hold:\n\(row)")
    }
}
