import AnalyticsStores
import ExposurePrimitives
import ImmuniClient
import PhoneSimulation
import ProximityRadio
import RiskModels
import StoryKit

/// The outcome of the story.
struct StoryOutcome: Sendable {
    /// How many minutes the phones were near each other.
    let minutes: Int
    let uploadedKeyCount: Int
    var listeners: [Listener] = []
    var analytics = Analytics()

    /// The phones' reports to the health authority, and its counts.
    struct Analytics: Sendable {
        var sent: [OperationalFacts] = []
        var counts: [OperationalCount] = []

        /// Whether each report counted once, and nothing else did.
        var isExact: Bool {
            let wanted = Dictionary(grouping: sent, by: \.self).mapValues(\.count)
            return wanted == Dictionary(counts.map { ($0.facts, $0.count) }, uniquingKeysWith: +)
        }
    }

    /// A phone that looked for exposures.
    struct Listener: Sendable {
        let name: String
        /// The signals that it received from that person's phone.
        let link: SimulatedRadio.Link
        let report: DetectionReport
        let isNotified: Bool

        /// Its distance from that person.
        var metres: Double { Cast.metres[link.listener] }
        var matches: Int { report.summary?.matchedKeyCount ?? 0 }
        var totalRiskScore: Int { report.summary?.maximumRiskScore ?? 0 }
    }
}

extension StoryOutcome {
    /// The conditions by Immuni's rule: a notice requires more than fifteen minutes at a mean attenuation of at most 63
    /// dB.
    var expectations: [StoryExpectation] {
        [
            StoryExpectation(
                text: "all of the uploaded keys were published: \(uploadedKeyCount)",
                held: listeners.allSatisfy { listener in
                    listener.report.chunks.reduce(0) { $0 + $1.keyCount } == uploadedKeyCount
                }
            )
        ] + listeners.flatMap(expectations) + [
            StoryExpectation(
                text: "the apps show each notice, and no others: \(notices)",
                held: analytics.sent.count { $0.isWithExposure } == notices
            ),
            StoryExpectation(
                text:
                    "the health authority counts each report of a phone's state once, and no dummy: \(analytics.sent.count)",
                held: analytics.isExact
            ),
        ]
    }

    private var notices: Int { listeners.count(where: \.isNotified) }

    private func expectations(of listener: Listener) -> [StoryExpectation] {
        let hasHeard = !listener.link.scansHeard.isEmpty
        // Phones scan at least every five minutes, so only a shorter meeting may stay unnoticed.
        let matching =
            minutes >= 5 || hasHeard
            ? StoryExpectation(
                text: "\(listener.name) received beacons and finds one matching key",
                held: hasHeard && listener.matches == 1
            )
            : StoryExpectation(
                text: "\(listener.name) received no beacon and finds no matching key",
                held: listener.matches == 0
            )
        guard listener.metres <= Self.nearMetres else {
            return [
                matching,
                StoryExpectation(
                    text: "\(listener.name) was too far away: Total Risk Score 0 and no notice",
                    held: listener.totalRiskScore == 0 && !listener.isNotified
                ),
            ]
        }
        let minutes = listener.link.minutesInReach
        let isLong = minutes > 15
        return [
            matching,
            StoryExpectation(
                text: """
                    \(listener.name) was near for \(minutes) minutes by the scans, and Immuni's rule needs more than 15: \
                    \(isLong ? "a notice" : "no notice")
                    """,
                held: listener.isNotified == isLong && (listener.totalRiskScore > 0) == isLong
            ),
        ]
    }

    /// Up to this distance, the story's radio keeps the mean attenuation within 63 dB for all but one encounter in a
    /// hundred thousand.
    private static let nearMetres = 1.5
}
