import CoronaWarnPackages
import ExposurePrimitives
import Foundation
import Testing

@Suite("The text of a package's slot")
struct SlotTextTests {
    @Test("a slot is read as it is written, and from a file")
    func roundTrip() throws {
        let day = CalendarDay(daysSinceEpoch: 18_414)
        let slots = [PackageSlot.day(day)] + (0...23).map { .hour(PackageHour(day, $0)) }
        #expect("\(slots[0])" == "2020-06-01")
        #expect("\(slots[6])" == "2020-06-01T05")
        for slot in slots {
            #expect(PackageSlot("\(slot)") == slot)
        }
        #expect(try JSONDecoder().decode([PackageSlot].self, from: JSONEncoder().encode(slots)) == slots)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "2020-06-31", "2020-06-01T24", "2020-06-01T5", "2020-06-01T+5", "2020-06-01T05T05", "2020-06-01T",
            "2020-6-1", "2020-06-01T-1", "2020-06-01 05",
        ]
    )
    func refusals(text: String) {
        #expect(PackageSlot(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PackageSlot].self, from: JSONEncoder().encode([text]))
        }
    }
}
