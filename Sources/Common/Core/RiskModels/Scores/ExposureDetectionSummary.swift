/// Exposure Detection Summary: the information on all exposures of one detection that an app may have ("Immuni's
/// Technology").
public struct ExposureDetectionSummary: Codable, Hashable, Sendable {
    /// The number of keys with at least one exposure.
    public let matchedKeyCount: Int
    /// UTC days since the most recent exposure; 0 without any.
    public let daysSinceLastExposure: Int
    /// The seconds of the exposures below the first threshold, between the two if there are two, and from the last one
    /// on. Each is in steps of five minutes and at most thirty minutes.
    public let attenuationDurations: [Int]
    /// The highest Total Risk Score, 0…4096.
    public let maximumRiskScore: Int
    /// The sum of the Total Risk Scores.
    public let summationRiskScore: Int

    public init(
        matchedKeyCount: Int,
        daysSinceLastExposure: Int,
        attenuationDurations: [Int],
        maximumRiskScore: Int,
        summationRiskScore: Int
    ) {
        self.matchedKeyCount = matchedKeyCount
        self.daysSinceLastExposure = daysSinceLastExposure
        self.attenuationDurations = attenuationDurations
        self.maximumRiskScore = maximumRiskScore
        self.summationRiskScore = summationRiskScore
    }
}
