/// How an exposure is scored: the framework's first-generation ExposureConfiguration, as a health authority publishes
/// it in its settings.
///
/// The originals also carry four weights. The framework never used them, so they are no part of this type.
public struct ExposureConfiguration: Hashable, Sendable {
    /// A Total Risk Score below this counts as 0.
    public let minimumRiskScore: Int
    public let attenuationScores: BucketScores
    public let daysSinceLastExposureScores: BucketScores
    public let durationScores: BucketScores
    public let transmissionRiskScores: BucketScores
    /// Splits the durations of an exposure by attenuation: below the first, between, and from the second on.
    public let attenuationThresholds: AttenuationThresholds

    /// - Throws: `minimumRiskScoreOutOfRange` outside 0…4096.
    public init(
        minimumRiskScore: Int,
        attenuationScores: BucketScores,
        daysSinceLastExposureScores: BucketScores,
        durationScores: BucketScores,
        transmissionRiskScores: BucketScores,
        attenuationThresholds: AttenuationThresholds
    ) throws(ExposureConfigurationError) {
        guard TotalRiskScore.range.contains(minimumRiskScore) else {
            throw .minimumRiskScoreOutOfRange(minimumRiskScore)
        }
        self.minimumRiskScore = minimumRiskScore
        self.attenuationScores = attenuationScores
        self.daysSinceLastExposureScores = daysSinceLastExposureScores
        self.durationScores = durationScores
        self.transmissionRiskScores = transmissionRiskScores
        self.attenuationThresholds = attenuationThresholds
    }
}

/// The eight scores of one property of an exposure, each 0…8, in the order of the property's buckets.
public struct BucketScores: Hashable, Sendable {
    private let scores: [Int]

    /// - Throws: unless there are exactly eight scores, each 0…8.
    public init(_ scores: [Int]) throws(ExposureConfigurationError) {
        guard scores.count == Self.count else {
            throw .wrongScoreCount(scores.count)
        }
        if let score = scores.first(where: { !Self.scoreRange.contains($0) }) {
            throw .scoreOutOfRange(score)
        }
        self.scores = scores
    }

    /// The scores, first bucket first.
    public var values: [Int] { scores }

    /// The score of a bucket; an index past either end takes the nearer end's score.
    subscript(bucket: Int) -> Int {
        scores[min(max(bucket, 0), Self.count - 1)]
    }

    public static let count = 8
    public static let scoreRange = 0...8
}

/// The two attenuations in dB, 0…255 and increasing, at which durations are split.
public struct AttenuationThresholds: Hashable, Sendable {
    public let low: Int
    public let high: Int

    /// - Throws: where either is outside 0…255 or they do not increase.
    public init(low: Int, high: Int) throws(ExposureConfigurationError) {
        guard Self.range.contains(low), Self.range.contains(high), low < high else {
            throw .thresholdsNotIncreasing(low: low, high: high)
        }
        self.low = low
        self.high = high
    }

    /// - Throws: unless `values` are exactly two, each 0…255, and increasing.
    public init(_ values: [Int]) throws(ExposureConfigurationError) {
        guard values.count == 2 else {
            throw .wrongThresholdCount(values.count)
        }
        try self.init(low: values[0], high: values[1])
    }

    public static let range = 0...255
}

/// What can be wrong with a configuration.
public enum ExposureConfigurationError: Error, Equatable {
    /// A list had this many scores instead of eight.
    case wrongScoreCount(Int)
    /// A score was outside 0…8.
    case scoreOutOfRange(Int)
    /// The minimum was outside 0…4096.
    case minimumRiskScoreOutOfRange(Int)
    /// A list had this many thresholds instead of two.
    case wrongThresholdCount(Int)
    /// The thresholds were outside 0…255 or not increasing.
    case thresholdsNotIncreasing(low: Int, high: Int)
}
