import ImmuniAPI
import RiskModels

extension ImmuniRule {
    /// The rule that `settings` describe.
    init(_ settings: AppSettings) throws(ExposureConfigurationError) {
        let exposure = settings.exposureConfiguration
        self.init(
            minimumRiskScore: settings.exposureInfoMinimumRiskScore,
            configuration: try ExposureConfiguration(
                minimumRiskScore: exposure.minimumRiskScore,
                attenuationScores: BucketScores(exposure.attenuationBucketScores),
                daysSinceLastExposureScores: BucketScores(exposure.daysSinceLastExposureBucketScores),
                durationScores: BucketScores(exposure.durationBucketScores),
                transmissionRiskScores: BucketScores(exposure.transmissionRiskBucketScores),
                attenuationThresholds: AttenuationThresholds(exposure.attenuationThresholds)
            )
        )
    }
}
