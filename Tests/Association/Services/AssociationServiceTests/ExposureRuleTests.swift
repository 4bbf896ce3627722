import AssociationAPI
import AssociationProtocol
import AssociationStoreConformance
import AssociationStores
import ExposurePrimitives
import Testing

@testable import AssociationService

@Suite("How high an exposure was")
struct ExposureRuleTests {
    private static let rule = ExposureRule()
    private static let yesterday = AssociationSamples.today.advanced(byDays: -1)

    /// Contacts of whole intervals, and then of the rest of `minutes`.
    private static func edges(minutes: Double, attenuation: UInt8, day: CalendarDay = yesterday) -> [ContactEdge] {
        let first = AssociationInterval(clamping: day.startInUTC)
        var left = Int(minutes * 60)
        var edges: [ContactEdge] = []
        while left > 0 {
            let seconds = min(left, 900)
            left -= seconds
            edges.append(
                ContactEdge(
                    issuer: AssociationSamples.registration(1),
                    interval: AssociationInterval(first.number + UInt32(edges.count)),
                    scans: [MeasuredScan(attenuation: attenuation, seconds: UInt16(seconds))],
                    handle: nil
                )
            )
        }
        return edges
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
        let edges = Self.edges(minutes: minutes, attenuation: attenuation)
        #expect(Self.rule.band(of: edges, today: AssociationSamples.today) == band)
    }

    @Test("contacts count for fourteen days", arguments: [(14, ExposureAlert.ScoreBand.low), (15, nil)])
    func age(days: Int, band: ExposureAlert.ScoreBand?) {
        let edges = Self.edges(minutes: 10, attenuation: 70, day: AssociationSamples.today.advanced(byDays: -days))
        #expect(Self.rule.band(of: edges, today: AssociationSamples.today) == band)
    }

    @Test("a contact without measurements is none")
    func empty() {
        let edge = ContactEdge(
            issuer: AssociationSamples.registration(1),
            interval: AssociationInterval(clamping: Self.yesterday.startInUTC),
            scans: [],
            handle: nil
        )
        #expect(Self.rule.band(of: [edge], today: AssociationSamples.today) == nil)
    }
}
