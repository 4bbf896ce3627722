public import RiskModels

/// The parameters of the first risk calculation: 36 of the framework, and those that turn its result into a level.
public struct ScoreParameters: Hashable, Sendable, Codable {
    /// Scores 0…8 of the eight levels or buckets, in the framework's order.
    public var transmissionScores: [Int]
    public var durationScores: [Int]
    public var daysScores: [Int]
    public var attenuationScores: [Int]
    /// The framework's weights of the four scores, each above 0 and up to 100. The product does not use them.
    public var weights: CategoryWeights
    /// A Total Risk Score below this counts as 0.
    public var minimumRiskScore: Int
    /// Decibels: two thresholds between three ranges of attenuation.
    public var attenuationThresholds: [Int]
    /// The weights of a minute in the three ranges.
    public var attenuationWeights: [Double]
    /// Minutes that are added for everybody.
    public var defaultBucketOffset: Int
    public var normalizationDivisor: Int
    /// The ranges of scores, first low, then high.
    public var classes: [ScoreClass]
    /// The score from which the owner is notified, whatever level is shown.
    public var notifyFromScore: Double

    public init(
        transmissionScores: [Int],
        durationScores: [Int],
        daysScores: [Int],
        attenuationScores: [Int],
        weights: CategoryWeights,
        minimumRiskScore: Int,
        attenuationThresholds: [Int],
        attenuationWeights: [Double],
        defaultBucketOffset: Int,
        normalizationDivisor: Int,
        classes: [ScoreClass],
        notifyFromScore: Double
    ) {
        self.transmissionScores = transmissionScores
        self.durationScores = durationScores
        self.daysScores = daysScores
        self.attenuationScores = attenuationScores
        self.weights = weights
        self.minimumRiskScore = minimumRiskScore
        self.attenuationThresholds = attenuationThresholds
        self.attenuationWeights = attenuationWeights
        self.defaultBucketOffset = defaultBucketOffset
        self.normalizationDivisor = normalizationDivisor
        self.classes = classes
        self.notifyFromScore = notifyFromScore
    }

    public struct CategoryWeights: Hashable, Sendable, Codable {
        public let transmission: Double
        public let duration: Double
        public let days: Double
        public let attenuation: Double

        public init(transmission: Double, duration: Double, days: Double, attenuation: Double) {
            self.transmission = transmission
            self.duration = duration
            self.days = days
            self.attenuation = attenuation
        }
    }

    /// The scores of a level, from `min` up to and without `max`.
    public struct ScoreClass: Hashable, Sendable, Codable {
        public let level: Level
        public let min: Int
        /// Nil for no upper bound. A bound once gave phones with long exposures no level at all.
        public let max: Int?

        public init(level: Level, min: Int, max: Int?) {
            self.level = level
            self.min = min
            self.max = max
        }
    }

    public enum Level: String, Sendable, CaseIterable, Codable {
        case low = "LOW"
        case high = "HIGH"
    }

    /// The parameters in force from September 2020, with an open upper bound.
    public static let published = ScoreParameters(
        transmissionScores: [0, 0, 3, 4, 5, 6, 7, 8],
        durationScores: [0, 0, 0, 1, 1, 1, 1, 1],
        daysScores: [5, 5, 5, 5, 5, 5, 5, 5],
        attenuationScores: [0, 2, 2, 2, 2, 2, 2, 2],
        weights: CategoryWeights(transmission: 50, duration: 50, days: 50, attenuation: 20),
        minimumRiskScore: 11,
        attenuationThresholds: [55, 63],
        attenuationWeights: [1, 0.5, 0],
        defaultBucketOffset: 0,
        normalizationDivisor: 50,
        classes: [ScoreClass(level: .low, min: 0, max: 15), ScoreClass(level: .high, min: 15, max: nil)],
        notifyFromScore: 15
    )
}

extension ScoreParameters {
    /// The rule that phones apply.
    ///
    /// - Parameter form: the classes are those of the scores in this form.
    /// - Throws: the first parameter that is impossible or contradicts another, and parameters with which nobody could
    ///   ever be notified.
    public func rule(
        attenuationScoring: AttenuationScoring,
        form: CoronaWarnScoreRule.ScoreForm = .normalised
    ) throws(RiskParameterError) -> CoronaWarnScoreRule {
        try CoronaWarnScoreRule(
            CoronaWarnScoreRule.Parameters(
                exposureConfiguration: ExposureConfigurationParameters(
                    minimumRiskScore: minimumRiskScore,
                    attenuationScores: attenuationScores,
                    daysSinceLastExposureScores: daysScores,
                    durationScores: durationScores,
                    transmissionRiskScores: transmissionScores,
                    durationAtAttenuationThresholds: attenuationThresholds,
                    attenuationScoring: attenuationScoring
                ),
                attenuationBucketWeights: attenuationWeights,
                defaultBucketOffset: Double(defaultBucketOffset),
                riskScoreNormalizationDivisor: Double(normalizationDivisor),
                riskScoreClasses: classes.map {
                    CoronaWarnScoreRule.ScoreClass(
                        riskLevel: $0.level == .low ? 1 : 2,
                        min: Double($0.min),
                        max: $0.max.map(Double.init) ?? Double.greatestFiniteMagnitude
                    )
                },
                scoreForm: form
            )
        )
    }
}
