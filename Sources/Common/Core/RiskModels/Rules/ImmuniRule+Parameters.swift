extension ImmuniRule {
    /// The part of Immuni's settings that the rule needs, named as in the settings. Other members are ignored.
    public struct Parameters: Hashable, Sendable, Codable {
        public var exposureInfoMinimumRiskScore: Int
        public var exposureConfiguration: Exposure

        public init(exposureInfoMinimumRiskScore: Int, exposureConfiguration: Exposure) {
            self.exposureInfoMinimumRiskScore = exposureInfoMinimumRiskScore
            self.exposureConfiguration = exposureConfiguration
        }

        enum CodingKeys: String, CodingKey {
            case exposureInfoMinimumRiskScore = "exposure_info_minimum_risk_score"
            case exposureConfiguration = "exposure_configuration"
        }

        /// The exposure configuration, without the four weights, which the framework never used.
        public struct Exposure: Hashable, Sendable, Codable {
            public var attenuationThresholds: [Int]
            public var attenuationBucketScores: [Int]
            public var daysSinceLastExposureBucketScores: [Int]
            public var durationBucketScores: [Int]
            public var transmissionRiskBucketScores: [Int]
            public var minimumRiskScore: Int

            public init(
                attenuationThresholds: [Int],
                attenuationBucketScores: [Int],
                daysSinceLastExposureBucketScores: [Int],
                durationBucketScores: [Int],
                transmissionRiskBucketScores: [Int],
                minimumRiskScore: Int
            ) {
                self.attenuationThresholds = attenuationThresholds
                self.attenuationBucketScores = attenuationBucketScores
                self.daysSinceLastExposureBucketScores = daysSinceLastExposureBucketScores
                self.durationBucketScores = durationBucketScores
                self.transmissionRiskBucketScores = transmissionRiskBucketScores
                self.minimumRiskScore = minimumRiskScore
            }

            enum CodingKeys: String, CodingKey {
                case attenuationThresholds = "attenuation_thresholds"
                case attenuationBucketScores = "attenuation_bucket_scores"
                case daysSinceLastExposureBucketScores = "days_since_last_exposure_bucket_scores"
                case durationBucketScores = "duration_bucket_scores"
                case transmissionRiskBucketScores = "transmission_risk_bucket_scores"
                case minimumRiskScore = "minimum_risk_score"
            }
        }
    }

    /// - Throws: impossible parameters.
    public init(_ parameters: Parameters) throws(RiskParameterError) {
        let exposure = parameters.exposureConfiguration
        do throws(ExposureConfigurationError) {
            try self.init(
                minimumRiskScore: parameters.exposureInfoMinimumRiskScore,
                configuration: ExposureConfiguration(
                    minimumRiskScore: exposure.minimumRiskScore,
                    attenuationScores: BucketScores(exposure.attenuationBucketScores),
                    daysSinceLastExposureScores: BucketScores(exposure.daysSinceLastExposureBucketScores),
                    durationScores: BucketScores(exposure.durationBucketScores),
                    transmissionRiskScores: BucketScores(exposure.transmissionRiskBucketScores),
                    attenuationThresholds: AttenuationThresholds(exposure.attenuationThresholds)
                )
            )
        } catch {
            throw RiskParameterError(error)
        }
    }
}
