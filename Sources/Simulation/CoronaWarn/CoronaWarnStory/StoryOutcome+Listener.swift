import ClientKit
import CoronaWarnClient
import ExposurePrimitives
import PhonePage
import RiskModels
import StoryKit

extension StoryOutcome {
    /// A phone that looked for exposures.
    struct Listener: Sendable {
        let name: String
        /// Its distance from Anna's at the meeting.
        let metres: Double
        /// By the radio's own record, so it checks the phone's.
        let minutesInReach: Int
        let risk: RiskFacts
        /// Whether the phone showed a notification about it.
        let isWarned: Bool

        /// The days with exposures, counted or not.
        private var reasons: [RiskReason] { risk.finding?.reasons ?? [] }
        /// The weighted minutes of the day with most of them.
        var score: Double { reasons.map(\.score).max() ?? 0 }
        /// The minutes near enough to count, as the phone measured them.
        var nearMinutes: Double {
            reasons.flatMap(\.exposures).flatMap(\.parts).reduce(0) { $0 + $1.amount }
        }
    }
}

extension StoryOutcome.Listener {
    /// Whether the app shows an increased risk.
    var isHigh: Bool {
        if case .high = risk.status { true } else { false }
    }

    /// The level and the reasons for it, as the phone explains them.
    var why: [String] {
        var lines = [
            "\(name)'s app shows \(isHigh ? "an increased risk" : "a low risk")\(isWarned ? ", and notifies" : "")."
        ]
        if reasons.isEmpty {
            lines.append("Why: no contact with anybody who warned others.")
        }
        for reason in reasons {
            lines.append("Why: on \(reason.date) contacts count as \(Self.text(reason.score)) minutes.")
            lines += reason.exposures.map(Self.text)
        }
        return lines
    }

    private static func text(of exposure: RiskReason.Exposure) -> String {
        let parts = exposure.parts.filter { $0.amount > 0 }.map { part in
            "\(text(part.amount)) minutes\(words(for: part.range)), each counts \(text(part.weight))"
        }
        let factors = exposure.factors.map { "all × \(text($0))" }
        let sum = parts.isEmpty ? "no minutes near enough" : (parts + factors).joined(separator: ", ")
        return "- \(sum)\(exposure.exclusion.map { ", not counted: \(words(for: $0))" } ?? "")"
    }

    private static func words(for range: String?) -> String {
        switch range.flatMap(ShownRange.init) {
        case .below(let end): " below \(end) dB"
        case .between(let start, let end): " from \(start) to \(end) dB"
        case .from(let start): " from \(start) dB on"
        case nil: ""
        }
    }

    private static func words(for exclusion: RiskContribution.Exclusion) -> String {
        switch exclusion {
        case .belowMinimumScore: "the score is too low"
        case .filteredByMinutes: "too short or too far away"
        case .filteredByTransmissionRisk: "hardly infectious on that day"
        case .withoutRiskLevel: "the parameters give it no level"
        }
    }

    /// With one digit after the point at most.
    static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: - What must hold

    /// The condition by the published parameters: a warning requires nine weighted minutes on a day. By Anna's answer
    /// the key of the day has level 5, whose factor is 1. So a meeting of 25 minutes is long enough, and one of five
    /// minutes is too short.
    var expectation: StoryExpectation {
        guard metres <= Self.nearMetres else {
            return StoryExpectation(
                text: "\(name) was too far away: \(Self.text(score)) weighted minutes, a low risk and no warning",
                held: score < Self.threshold && !isHigh && !isWarned
            )
        }
        // A scan counts the time since the scan before, five minutes at most. So the phone may miss one, or count one
        // that began before the meeting.
        let measured = max(minutesInReach - 5, 0)...(minutesInReach == 0 ? 0 : minutesInReach + 5)
        let bounds = Double(measured.lowerBound) * Self.weight...Double(measured.upperBound) * Self.maxWeight
        let isLong = score >= Self.threshold
        return StoryExpectation(
            text: """
                \(name) was near for \(minutesInReach) minutes by the scans, which count as \(Self.text(score)), and a \
                warning needs 9: \(isLong ? "a warning" : "no warning")
                """,
            held: bounds.contains(score) && isHigh == isLong && isWarned == isLong
        )
    }

    /// Weighted minutes.
    private static let threshold = 9.0
    /// What a minute below 63 dB counts, and one up to 73 dB.
    private static let weight = 0.8
    private static let maxWeight = 1.0
    /// Up to this distance, the story's radio keeps the mean attenuation below 73 dB.
    private static let nearMetres = 1.5
}
