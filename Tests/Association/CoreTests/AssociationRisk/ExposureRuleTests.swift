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

    @Test(
        "near minutes count whole, distant ones less, and the bands begin at 9, 15 and 60",
        arguments: [
            (8, 57, nil), (9, 57, .low), (14, 57, .low), (15, 57, .medium), (59, 57, .medium), (60, 57, .high),
            (17, 58, nil), (18, 58, .low), (29, 61, .low), (30, 61, .medium), (89, 62, nil), (90, 62, .low),
            (149, 67, .low), (150, 67, .medium), (1440, 68, nil),
        ] as [(Double, UInt8, ExposureAlert.ScoreBand?)]
    )
    func bands(minutes: Double, attenuation: UInt8, band: ExposureAlert.ScoreBand?) {
        #expect(Self.band(minutes: minutes, attenuation: attenuation) == band)
    }

    @Test("a contact counts by its mean, because single signals vary")
    func mean() {
        let scans = [50, 64].map { MeasuredScan(attenuation: $0, seconds: 450) }
        let day = Self.today.advanced(byDays: -1)
        #expect(Self.rule.score(of: ContactMeasurement(scans), on: day, today: Self.today) == 15)
    }

    @Test("contacts count for fourteen days", arguments: [(14, ExposureAlert.ScoreBand.low), (15, nil)])
    func age(days: Int, band: ExposureAlert.ScoreBand?) {
        #expect(Self.band(minutes: 10, attenuation: 50, daysAgo: days) == band)
    }

    @Test("a contact without measurements is none")
    func empty() {
        let contact = ContactMeasurement([MeasuredScan]())
        #expect(Self.rule.band(of: [contact], on: Self.today.advanced(byDays: -1), today: Self.today) == nil)
    }
}
