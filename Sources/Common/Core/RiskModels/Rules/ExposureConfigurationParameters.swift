/// A first-generation configuration as in a file.
public struct ExposureConfigurationParameters: Hashable, Sendable, Codable {
    public var minimumRiskScore: Int
    public var attenuationScores: [Int]
    public var daysSinceLastExposureScores: [Int]
    public var durationScores: [Int]
    public var transmissionRiskScores: [Int]
    public var durationAtAttenuationThresholds: [Int]
    /// The way of scoring attenuation; absent means the mean attenuation.
    public var attenuationScoring: AttenuationScoring?

    public init(
        minimumRiskScore: Int,
        attenuationScores: [Int],
        daysSinceLastExposureScores: [Int],
        durationScores: [Int],
        transmissionRiskScores: [Int],
        durationAtAttenuationThresholds: [Int],
        attenuationScoring: AttenuationScoring? = nil
    ) {
        self.minimumRiskScore = minimumRiskScore
        self.attenuationScores = attenuationScores
        self.daysSinceLastExposureScores = daysSinceLastExposureScores
        self.durationScores = durationScores
        self.transmissionRiskScores = transmissionRiskScores
        self.durationAtAttenuationThresholds = durationAtAttenuationThresholds
        self.attenuationScoring = attenuationScoring
    }

    /// - Throws: impossible values.
    public func configuration() throws(ExposureConfigurationError) -> ExposureConfiguration {
        try ExposureConfiguration(
            minimumRiskScore: minimumRiskScore,
            attenuationScores: BucketScores(attenuationScores),
            daysSinceLastExposureScores: BucketScores(daysSinceLastExposureScores),
            durationScores: BucketScores(durationScores),
            transmissionRiskScores: BucketScores(transmissionRiskScores),
            attenuationThresholds: AttenuationThresholds(durationAtAttenuationThresholds),
            attenuationScoring: attenuationScoring ?? .meanAttenuation
        )
    }
}

extension RiskParameterError {
    init(_ error: ExposureConfigurationError) {
        switch error {
        case .wrongScoreCount(let count):
            self.init("a list of scores", "has \(count) instead of 8")
        case .scoreOutOfRange(let score):
            self.init("a score", "is outside 0…8: \(score)")
        case .minimumRiskScoreOutOfRange(let minimum):
            self.init("minimumRiskScore", "is outside 0…4096: \(minimum)")
        case .thresholdBelowMinimumScore(let threshold):
            self.init("the score for a notice", "is \(threshold), below the minimum under which every score is 0")
        case .thresholdBeyondMaxScore(let threshold, let max):
            self.init(
                "the score for a notice",
                "is \(threshold), above the maximum possible score \(max): nobody could ever be notified"
            )
        case .wrongThresholdCount(let count):
            self.init("the attenuation thresholds", "are \(count) instead of one or two")
        case .thresholdOutOfRange(let threshold):
            self.init("the attenuation threshold", "is outside 0…255: \(threshold)")
        case .thresholdsNotIncreasing(let low, let high):
            self.init("the attenuation thresholds", "do not increase within 0…255: \(low), \(high)")
        }
    }
}
