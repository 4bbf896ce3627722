import RiskModels

/// Configurations of the framework's first generation.
enum SampleConfiguration {
    /// Scores of 1, unless a test says otherwise.
    static func make(
        minimum: Int = 1,
        attenuation: [Int]? = nil,
        days: [Int]? = nil,
        duration: [Int]? = nil,
        transmission: [Int]? = nil,
        thresholds: [Int] = [50, 70],
        scoring: AttenuationScoring = .meanAttenuation
    ) throws -> ExposureConfiguration {
        let ones = [Int](repeating: 1, count: 8)
        return try ExposureConfiguration(
            minimumRiskScore: minimum,
            attenuationScores: BucketScores(attenuation ?? ones),
            daysSinceLastExposureScores: BucketScores(days ?? ones),
            durationScores: BucketScores(duration ?? ones),
            transmissionRiskScores: BucketScores(transmission ?? ones),
            attenuationThresholds: AttenuationThresholds(thresholds),
            attenuationScoring: scoring
        )
    }
}
