/// The parameters of an exposure's score: the framework's first-generation ExposureConfiguration, as a health authority
/// publishes it in its settings.
///
/// The originals also have four weights. The framework never used them, so they are not part of this type.
public struct ExposureConfiguration: Hashable, Sendable {
    /// A Total Risk Score below this counts as 0.
    public let minimumRiskScore: Int
    public let attenuationScores: BucketScores
    public let daysSinceLastExposureScores: BucketScores
    public let durationScores: BucketScores
    public let transmissionRiskScores: BucketScores
    /// The attenuations that split the durations of an exposure: below the first, between, and from the last on.
    public let attenuationThresholds: AttenuationThresholds
    public let attenuationScoring: AttenuationScoring

    /// - Throws: `minimumRiskScoreOutOfRange` outside 0…4096.
    public init(
        minimumRiskScore: Int,
        attenuationScores: BucketScores,
        daysSinceLastExposureScores: BucketScores,
        durationScores: BucketScores,
        transmissionRiskScores: BucketScores,
        attenuationThresholds: AttenuationThresholds,
        attenuationScoring: AttenuationScoring = .meanAttenuation
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
        self.attenuationScoring = attenuationScoring
    }
}

extension ExposureConfiguration {
    /// The greatest score that any exposure can reach.
    public var maxScore: Int {
        // No exposure is shorter than five minutes. A key without a transmission risk level counts as 1.
        let duration = durationScores.values.dropFirst().max() ?? 0
        let max =
            attenuationScores.max * daysSinceLastExposureScores.max * duration
            * Swift.max(transmissionRiskScores.max, 1)
        return max < minimumRiskScore ? 0 : max
    }
}

/// The two ways in which the founding documents score attenuation.
public enum AttenuationScoring: String, Sendable, CaseIterable, Codable {
    /// The score of the exposure's mean attenuation ("the average Attenuation", Immuni; what the framework did).
    case meanAttenuation = "mean-attenuation"
    /// The mean of the scores of the attenuations, each weighted by its time ("weighted by the duration at each risk
    /// level and averaged for the overall duration", Corona-Warn-App Solution Architecture).
    case weightedByDuration = "weighted-by-duration"
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

    var max: Int { scores.reduce(0, Swift.max) }

    /// The score of a bucket. An index past either end returns the score of the nearer end.
    subscript(bucket: Int) -> Int {
        scores[min(Swift.max(bucket, 0), Self.count - 1)]
    }

    public static let count = 8
    public static let scoreRange = 0...8
}

/// The one or two attenuations in dB, 0…255 and increasing, at which durations are split into two or three.
public struct AttenuationThresholds: Hashable, Sendable {
    public let values: [Int]

    /// - Throws: unless `values` are one or two, each 0…255, and increasing.
    public init(_ values: [Int]) throws(ExposureConfigurationError) {
        let isInRange = values.allSatisfy(Self.range.contains)
        switch values.count {
        case 1 where !isInRange:
            throw .thresholdOutOfRange(values[0])
        case 2 where !isInRange || values[0] >= values[1]:
            throw .thresholdsNotIncreasing(low: values[0], high: values[1])
        case 1, 2:
            self.values = values
        default:
            throw .wrongThresholdCount(values.count)
        }
    }

    /// - Throws: if either is outside 0…255 or they do not increase.
    public init(low: Int, high: Int) throws(ExposureConfigurationError) {
        try self.init([low, high])
    }

    /// The part of a duration to which an attenuation belongs: the number of thresholds that it reaches.
    func bucket(of attenuation: Int) -> Int {
        values.count { attenuation >= $0 }
    }

    /// Two or three.
    public var bucketCount: Int { values.count + 1 }

    public static let range = 0...255
}

/// An error in a configuration.
public enum ExposureConfigurationError: Error, Equatable {
    /// A list had this many scores instead of eight.
    case wrongScoreCount(Int)
    /// A score was outside 0…8.
    case scoreOutOfRange(Int)
    /// The minimum was outside 0…4096.
    case minimumRiskScoreOutOfRange(Int)
    /// Notifications are to start at this score, but every score below the configuration's own minimum is 0.
    case thresholdBelowMinimumScore(Int)
    /// Notifications are to start at this score, but the configuration cannot give one above `max`. Nobody would ever
    /// be notified.
    case thresholdBeyondMaxScore(Int, max: Int)
    /// A list had this many thresholds instead of one or two.
    case wrongThresholdCount(Int)
    /// The only threshold was outside 0…255.
    case thresholdOutOfRange(Int)
    /// The thresholds were outside 0…255 or not increasing.
    case thresholdsNotIncreasing(low: Int, high: Int)
}
