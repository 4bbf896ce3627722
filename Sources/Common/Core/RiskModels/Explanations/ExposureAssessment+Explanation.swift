import ExposurePrimitives

extension ExposureAssessment {
    /// The factors of every score, day by day. A day's score is the greatest score of an exposure.
    public var explanation: RiskExplanation {
        let days = Dictionary(grouping: exposures, by: \.exposure.start.utcDay).map { date, exposures in
            RiskExplanation.Day(date: date, combination: .max, contributions: exposures.map(\.contribution))
        }
        return RiskExplanation(unit: .points, days: days)
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
