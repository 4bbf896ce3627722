import ImmuniAPI
import RiskModels

extension ImmuniRule {
    /// The rule for `settings`.
    init(_ settings: AppSettings) throws(ExposureConfigurationError) {
        let exposure = settings.exposureConfiguration
        let thresholds = exposure.attenuationThresholds
        // Immuni's uploads carry three durations.
        guard thresholds.count == 2 else {
            throw .wrongThresholdCount(thresholds.count)
        }
        try self.init(
            minimumRiskScore: settings.exposureInfoMinimumRiskScore,
            configuration: ExposureConfiguration(
                minimumRiskScore: exposure.minimumRiskScore,
                attenuationScores: BucketScores(exposure.attenuationBucketScores),
                daysSinceLastExposureScores: BucketScores(exposure.daysSinceLastExposureBucketScores),
                durationScores: BucketScores(exposure.durationBucketScores),
                transmissionRiskScores: BucketScores(exposure.transmissionRiskBucketScores),
                attenuationThresholds: AttenuationThresholds(low: thresholds[0], high: thresholds[1])
            )
        )
    }
}
