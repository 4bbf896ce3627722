import AssociationAPI
import AssociationProtocol
import AssociationRisk
import ExposurePrimitives
import Testing

@Suite("How high an exposure was")
struct ExposureRuleTests {
    private static let rule = ExposureRule()
    private static let today = CalendarDay(daysSinceEpoch: 18_687)

    private static func contact(attenuation: UInt8, seconds: Int) -> ContactMeasurement {
        ContactMeasurement([MeasuredScan(attenuation: attenuation, seconds: UInt16(seconds))])
    }

    /// Contacts of whole intervals, and then of the rest of `minutes`.
    private static func band(minutes: Double, attenuation: UInt8, daysAgo: Int = 1) -> ExposureAlert.ScoreBand? {
        var left = Int(minutes * 60)
        var contacts: [ContactMeasurement] = []
        while left > 0 {
            contacts.append(contact(attenuation: attenuation, seconds: min(left, 900)))
            left -= min(left, 900)
        }
        return rule.band(of: contacts, on: today.advanced(byDays: -daysAgo), today: today)
    }

    /// A minute below 63 dB counts 0.8, one below 73 dB 1, and one below 79 dB 0.1. All count 1.4 times after a test,
    /// if nothing is known about symptoms.
    @Test(
        "the published rule decides, and the bands follow",
        arguments: [
            (6, 70, nil), (6.5, 70, .low), (8, 60, nil), (8.1, 60, .low), (42, 70, .low), (43, 70, .medium),
            (128, 70, .medium), (129, 70, .high), (600, 79, nil), (64, 78, nil), (65, 78, .low),
        ] as [(Double, UInt8, ExposureAlert.ScoreBand?)]
    )
    func bands(minutes: Double, attenuation: UInt8, band: ExposureAlert.ScoreBand?) {
        #expect(Self.band(minutes: minutes, attenuation: attenuation) == band)
    }

    @Test("contacts count for fourteen days", arguments: [(14, ExposureAlert.ScoreBand.low), (15, nil)])
    func age(days: Int, band: ExposureAlert.ScoreBand?) {
        #expect(Self.band(minutes: 10, attenuation: 70, daysAgo: days) == band)
    }

    @Test("a contact without measurements is none")
    func empty() {
        let contact = ContactMeasurement([MeasuredScan]())
        #expect(Self.rule.band(of: [contact], on: Self.today.advanced(byDays: -1), today: Self.today) == nil)
    }
}
