public import ExposurePrimitives

extension CoronaWarnScoreRule {
    /// The risk as an app sees it, which gets the framework's summary and no sightings.
    ///
    /// - Parameter infos: the exposures of the summary, or none if the app did not ask for them. Then the explanation
    ///   knows the day of the last exposure alone.
    public func assess(
        _ summary: ExposureDetectionSummary,
        infos: [ExposureInfo],
        today: CalendarDay
    ) -> RiskAssessment {
        let combined = combined(
            maximumRiskScore: summary.maximumRiskScore,
            attenuationDurations: summary.attenuationDurations
        )
        let level = summary.matchedKeyCount == 0 ? .none : level(of: combined.value)
        let explanation = RiskExplanation(
            unit: .points,
            days: Self.days(of: summary, infos, today: today),
            overall: combined
        )
        return RiskAssessment(
            level: level,
            days: explanation.days.map {
                DayOfRisk(date: $0.date, score: $0.score, level: $0.score > 0 ? level : .none)
            },
            explanation: explanation
        )
    }

    private static func days(
        of summary: ExposureDetectionSummary,
        _ infos: [ExposureInfo],
        today: CalendarDay
    ) -> [RiskExplanation.Day] {
        guard summary.matchedKeyCount > 0 else {
            return []
        }
        guard !infos.isEmpty else {
            return [
                RiskExplanation.Day(
                    date: today.advanced(byDays: -summary.daysSinceLastExposure),
                    combination: .max,
                    contributions: [RiskContribution(totalRiskScore: summary.maximumRiskScore)]
                )
            ]
        }
        return RiskExplanation.Day.days(of: infos)
    }
}

extension RiskExplanation.Day {
    /// The days of exposures as an app sees them. A day's score is the greatest score of an exposure.
    static func days(of infos: some Sequence<ExposureInfo>) -> [RiskExplanation.Day] {
        Dictionary(grouping: infos, by: \.date).map { date, infos in
            RiskExplanation.Day(
                date: date,
                combination: .max,
                contributions: infos.map { RiskContribution(totalRiskScore: $0.totalRiskScore) }
            )
        }
    }
}

extension RiskContribution {
    /// An exposure as an app sees it: the factors of its score stay in the framework.
    init(totalRiskScore: Int) {
        self.init(
            parts: [.init(name: "total risk score", amount: Double(totalRiskScore), weight: 1)],
            rounding: .whole,
            exclusion: totalRiskScore == 0 ? .belowMinimumScore : nil
        )
    }
}
