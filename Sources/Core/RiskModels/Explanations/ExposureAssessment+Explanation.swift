import ExposurePrimitives

extension ExposureAssessment {
    /// The exposures day by day; a day's score is the greatest of an exposure.
    var explainedDays: [RiskExplanation.Day] {
        Dictionary(grouping: exposures, by: \.exposure.start.utcDay).map { date, exposures in
            RiskExplanation.Day(date: date, combination: .greatest, contributions: exposures.map(\.contribution))
        }
    }
}

extension ExposureAssessment.ScoredExposure {
    var contribution: RiskContribution {
        RiskContribution(
            parts: [.init(name: "attenuation", amount: Double(factors.attenuation.sum), weight: 1)],
            divisor: Double(factors.attenuation.seconds),
            factors: [
                .init(name: "days since exposure", value: Double(factors.days)),
                .init(name: "duration", value: Double(factors.duration)),
                .init(name: "transmission risk", value: Double(factors.transmission)),
            ],
            rounding: .whole,
            exclusion: totalRiskScore < factors.product ? .belowMinimumScore : nil
        )
    }
}
