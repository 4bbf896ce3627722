import ClientKit
import ExposurePrimitives
import GAENCore
import RiskModels

// Home and the risk with made-up facts.

extension AppScreen {
    static var homeSamples: [SampleScreen] {
        risksOfHome.map { SampleScreen("home-\($0.name)", homeScreen($0.facts)) }
            + testPhases.map { SampleScreen("home-test-\($0.name)", homeScreen(low, test: testFacts($0.phase))) }
            + submissionPhases.map { name, phase in
                SampleScreen(
                    "home-share-\(name)",
                    homeScreen(low, test: testFacts(.result(.positive)), submission: phase)
                )
            }
            + HotlineReason.allCases.map {
                SampleScreen("home-hotline-\($0)".lowercased(), homeScreen(low, hotline: $0))
            }
            + [SampleScreen("home-notifications-off", homeScreen(low, areNotificationsOff: true))]
    }

    private static func homeScreen(
        _ risk: RiskFacts,
        test: TestFacts? = nil,
        submission: SubmissionFacts.Phase? = nil,
        hotline: HotlineReason? = nil,
        areNotificationsOff: Bool = false
    ) -> AppScreen {
        .home(
            HomeFacts(
                risk: risk,
                test: test,
                submission: submission,
                hotline: hotline,
                areNotificationsOff: areNotificationsOff
            )
        )
    }

    private static let low = riskFacts(.low(nil))

    private static var risksOfHome: [(name: String, facts: RiskFacts)] {
        [
            ("low", low), ("low-contact", riskFacts(.low(sampleDay), finding: finding(.low))),
            ("high", riskFacts(.high(sampleDay), finding: finding(.high))),
            ("not-known-yet", riskFacts(.notKnownYet, isChecked: false)),
            ("outdated", riskFacts(.outdated(since: sampleTime))),
            ("off", riskFacts(.inactive(since: sampleTime), isServiceWanted: false)),
            ("inactive", riskFacts(.inactive(since: nil), isChecked: false)),
        ] + DownloadProblem.allCases.map { ("failed-\($0)".lowercased(), riskFacts(.low(nil), problem: $0)) }
    }

    static var risksSamples: [SampleScreen] {
        [
            SampleScreen("risk-high", .risk(riskFacts(.high(sampleDay), finding: finding(.high)))),
            SampleScreen("risk-low", .risk(riskFacts(.low(sampleDay), finding: finding(.low)))),
            SampleScreen("risk-points", .risk(riskFacts(.low(sampleDay), finding: pointsFinding))),
            SampleScreen("risk-nothing", .risk(low)),
        ]
    }

    private static func riskFacts(
        _ status: RiskStatus,
        finding: RiskFinding? = nil,
        isChecked: Bool = true,
        problem: DownloadProblem? = nil,
        isServiceWanted: Bool = true
    ) -> RiskFacts {
        RiskFacts(
            status: status,
            activeDays: isChecked ? 14 : 0,
            lastDetection: isChecked ? sampleTime : nil,
            finding: finding,
            problem: problem,
            isServiceWanted: isServiceWanted
        )
    }
}

// MARK: - Findings

extension AppScreen {
    /// A day of the second calculation: a long contact, and one that was too short.
    private static func finding(_ level: RiskLevel) -> RiskFinding {
        let minutes: Double = level == .high ? 24 : 4
        let near = RiskReason.Part(range: "[0, 63)", amount: minutes, weight: 0.8)
        let far = RiskReason.Part(range: "[63, 73)", amount: 2, weight: 0.5)
        let counted = exposure([near, far], factors: [1.6], score: (minutes * 0.8 + 1) * 1.6)
        let excluded: [RiskReason.Exposure] = [
            .filteredByMinutes, .filteredByTransmissionRisk, .withoutRiskLevel, .belowMinimumScore,
        ].map { exposure([far], factors: [1], score: 0, $0) }
        return RiskFinding(
            days: [RiskFinding.Day(date: sampleDay, level: level, score: counted.score, isNotified: level == .high)],
            encounters: RiskFinding.Encounters(low: level == .low ? 1 : 0, high: level == .high ? 1 : 0),
            reasons: [
                RiskReason(date: sampleDay, score: counted.score, unit: .minutes, exposures: [counted] + excluded),
                RiskReason(
                    date: sampleDay.advanced(byDays: -3),
                    score: 0,
                    unit: .minutes,
                    exposures: Array(excluded.prefix(1))
                ),
            ],
            combination: nil,
            maxAge: Retention.days
        )
    }

    /// A day of the first calculation, in points.
    private static var pointsFinding: RiskFinding {
        let part = RiskReason.Part(range: nil, amount: 5, weight: 1)
        let minutes = RiskReason.Part(range: "[0, 55)", amount: 30, weight: 1)
        return RiskFinding(
            days: [RiskFinding.Day(date: sampleDay, level: .low, score: 40, isNotified: false)],
            encounters: nil,
            reasons: [
                RiskReason(
                    date: sampleDay,
                    score: 40,
                    unit: .points,
                    exposures: [exposure([part], factors: [8, 1], score: 40)]
                )
            ],
            combination: exposure([minutes], factors: [40], divisor: 50, score: 24),
            maxAge: Retention.days
        )
    }

    private static func exposure(
        _ parts: [RiskReason.Part],
        factors: [Double],
        divisor: Double = 1,
        score: Double,
        _ exclusion: RiskContribution.Exclusion? = nil
    ) -> RiskReason.Exposure {
        RiskReason.Exposure(parts: parts, factors: factors, divisor: divisor, score: score, exclusion: exclusion)
    }
}
