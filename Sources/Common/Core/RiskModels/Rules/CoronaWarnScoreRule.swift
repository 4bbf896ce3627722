public import ExposurePrimitives
public import GAENCore

/// Corona-Warn's first risk calculation, in either of two forms (``ScoreForm``): the weighted minutes of all exposures,
/// times the greatest Total Risk Score; or that score alone.
public struct CoronaWarnScoreRule: Hashable, Sendable {
    public let parameters: Parameters
    public let configuration: ExposureConfiguration

    /// The parameters, named as in Corona-Warn's configuration.
    public struct Parameters: Hashable, Sendable, Codable {
        public var exposureConfiguration: ExposureConfigurationParameters
        /// The weights of a minute below, between and above the attenuation thresholds; a threshold belongs to the
        /// range above it.
        public var attenuationBucketWeights: [Double]
        /// The minutes that are added for everybody.
        public var defaultBucketOffset: Double
        public var riskScoreNormalizationDivisor: Double
        public var riskScoreClasses: [ScoreClass]
        /// The form of the score; absent means the normalised one.
        public var scoreForm: ScoreForm?

        public init(
            exposureConfiguration: ExposureConfigurationParameters,
            attenuationBucketWeights: [Double],
            defaultBucketOffset: Double,
            riskScoreNormalizationDivisor: Double,
            riskScoreClasses: [ScoreClass],
            scoreForm: ScoreForm? = nil
        ) {
            self.exposureConfiguration = exposureConfiguration
            self.attenuationBucketWeights = attenuationBucketWeights
            self.defaultBucketOffset = defaultBucketOffset
            self.riskScoreNormalizationDivisor = riskScoreNormalizationDivisor
            self.riskScoreClasses = riskScoreClasses
            self.scoreForm = scoreForm
        }
    }

    /// The two forms of the score that decides.
    public enum ScoreForm: String, Sendable, CaseIterable, Codable {
        /// Weighted minutes times the greatest Total Risk Score, divided: what the apps computed.
        case normalised
        /// The greatest product of the four scores: what the founding document says.
        case product
    }

    /// A class of scores, from its minimum up to the next class.
    public struct ScoreClass: Hashable, Sendable, Codable {
        /// 1 is low, 2 is high.
        public let riskLevel: Int
        public let min: Double
        public let max: Double

        public init(riskLevel: Int, min: Double, max: Double) {
            self.riskLevel = riskLevel
            self.min = min
            self.max = max
        }
    }

    /// - Throws: impossible parameters, and classes that leave a gap or end below the greatest score.
    public init(_ parameters: Parameters) throws(RiskParameterError) {
        self.parameters = parameters
        do throws(ExposureConfigurationError) {
            configuration = try parameters.exposureConfiguration.configuration()
        } catch {
            throw RiskParameterError(error)
        }
        try checkNumbers()
        try checkClasses()
    }
}

extension CoronaWarnScoreRule: RiskModel {
    public func assess(_ matches: [Match], now: UnixTime) -> RiskAssessment {
        let exposures = ExposureAssessment(of: matches, under: configuration, now: now)
        let summary = exposures.summary
        let combined = combined(
            maximumRiskScore: summary.maximumRiskScore,
            attenuationDurations: summary.attenuationDurations
        )
        let explanation = RiskExplanation(unit: .points, days: exposures.explanation.days, overall: combined)
        let level = summary.matchedKeyCount == 0 ? .none : level(of: combined.value)
        return RiskAssessment(
            level: level,
            // The rule has one level for all days. Each day that contributed has that level.
            days: explanation.days.map {
                DayOfRisk(date: $0.date, score: $0.score, level: $0.score > 0 ? level : .none)
            },
            explanation: explanation
        )
    }

    /// The combined risk score, to two decimals, with the numbers behind it.
    package func combined(maximumRiskScore: Int, attenuationDurations: [Int]) -> RiskContribution {
        let score = RiskContribution.Factor(name: "greatest total risk score", value: Double(maximumRiskScore))
        guard parameters.scoreForm != .product else {
            return RiskContribution(parts: [.init(name: "product", amount: 1, weight: 1)], factors: [score])
        }
        let ranges = configuration.attenuationThresholds.rangeNames
        let minutes = zip(zip(ranges, attenuationDurations), parameters.attenuationBucketWeights).map {
            RiskContribution.Part(name: "minutes at \($0.0) dB", amount: Double($0.1) / 60, weight: $1)
        }
        let offset = RiskContribution.Part(name: "offset", amount: parameters.defaultBucketOffset, weight: 1)
        return RiskContribution(
            parts: minutes + [offset],
            divisor: parameters.riskScoreNormalizationDivisor,
            factors: [score],
            rounding: .hundredths
        )
    }

    /// The level of a score. The checked classes leave no gap above the first one, so every score from there on has a
    /// level.
    func level(of score: Double) -> RiskLevel {
        parameters.riskScoreClasses.last { score >= $0.min }.flatMap { RiskLevel(rawValue: $0.riskLevel) } ?? .none
    }
}

// MARK: - Checks

extension CoronaWarnScoreRule {
    private func checkNumbers() throws(RiskParameterError) {
        let count = configuration.attenuationThresholds.bucketCount
        guard parameters.attenuationBucketWeights.count == count else {
            throw RiskParameterError("attenuationBucketWeights", "must be \(count), one more than the thresholds")
        }
        guard parameters.attenuationBucketWeights.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            throw RiskParameterError("attenuationBucketWeights", "must not be negative")
        }
        guard parameters.defaultBucketOffset >= 0, parameters.defaultBucketOffset.isFinite else {
            throw RiskParameterError("defaultBucketOffset", "must not be negative")
        }
        guard parameters.riskScoreNormalizationDivisor > 0, parameters.riskScoreNormalizationDivisor.isFinite else {
            throw RiskParameterError("riskScoreNormalizationDivisor", "must be above 0")
        }
    }

    private func checkClasses() throws(RiskParameterError) {
        let classes = parameters.riskScoreClasses
        guard classes.map(\.riskLevel) == [1, 2], classes.allSatisfy({ $0.min < $0.max }) else {
            throw RiskParameterError("riskScoreClasses", "must be low (1), then high (2), neither of them empty")
        }
        guard classes[0].min <= 0, classes[0].max == classes[1].min else {
            throw RiskParameterError("riskScoreClasses", "leave a gap or overlap: some score would have no class")
        }
        let max = combined(
            maximumRiskScore: configuration.maxScore,
            attenuationDurations: [Int](
                repeating: ExposureInfo.longestDuration,
                count: configuration.attenuationThresholds.bucketCount
            )
        ).value
        guard classes[1].max >= max else {
            throw RiskParameterError("riskScoreClasses", "end at \(classes[1].max), but scores reach \(max)")
        }
        guard classes[1].min <= max else {
            throw RiskParameterError(
                "riskScoreClasses",
                "begin to be high at \(classes[1].min), but scores end at \(max): nobody could ever be notified"
            )
        }
    }
}

extension AttenuationThresholds {
    /// The names of the ranges between the thresholds, for people.
    var rangeNames: [String] {
        ["<\(values[0])"] + zip(values, values.dropFirst()).map { "[\($0), \($1))" }
            + [">=\(values[values.count - 1])"]
    }
}
