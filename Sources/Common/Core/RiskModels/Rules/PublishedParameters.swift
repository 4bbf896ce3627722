// The parameters that the authorities published, as data. docs/risk.md names the source of each.

extension ImmuniRule.Parameters {
    /// The defaults of the iOS app, October 2020.
    public static let publishedForIOS = published(minimum: 12, nearScore: 3)
    /// The defaults of the Android app, October 2020.
    public static let publishedForAndroid = published(minimum: 20, nearScore: 5)

    private static func published(minimum: Int, nearScore: Int) -> Self {
        Self(
            exposureInfoMinimumRiskScore: minimum,
            exposureConfiguration: Exposure(
                attenuationThresholds: [50, 70],
                attenuationBucketScores: [0, 0] + [Int](repeating: nearScore, count: 6),
                daysSinceLastExposureBucketScores: [1, 1, 1, 1, 1, 1, 1, 1],
                durationBucketScores: [0, 0, 0, 0, 5, 5, 5, 5],
                transmissionRiskBucketScores: [1, 1, 1, 1, 1, 1, 1, 1],
                minimumRiskScore: 1
            )
        )
    }
}

extension CoronaWarnParameters {
    /// The parameters in force from April 2021, for apps from 1.15 on.
    public static let published = CoronaWarnParameters(
        minutesAtAttenuationWeights: [
            AttenuationWeight(attenuationRange: ParameterRange(min: 0, max: 63, maxExclusive: true), weight: 0.8),
            AttenuationWeight(attenuationRange: ParameterRange(min: 63, max: 73, maxExclusive: true), weight: 1),
            AttenuationWeight(attenuationRange: ParameterRange(min: 73, max: 79, maxExclusive: true), weight: 0.1),
        ],
        normalizedTimePerEWToRiskLevelMapping: [
            LevelRange(normalizedTimeRange: ParameterRange(min: 0, max: 9, maxExclusive: true), riskLevel: 1),
            LevelRange(normalizedTimeRange: ParameterRange(min: 9, max: 9999), riskLevel: 2),
        ],
        normalizedTimePerDayToRiskLevelMapping: [
            LevelRange(normalizedTimeRange: ParameterRange(min: 5, max: 9, maxExclusive: true), riskLevel: 1),
            LevelRange(normalizedTimeRange: ParameterRange(min: 9, max: 99_999), riskLevel: 2),
        ],
        trlEncoding: TransmissionRiskLevelEncoding(
            infectiousnessOffsetStandard: 1,
            infectiousnessOffsetHigh: 2,
            reportTypeOffsetRecursive: 0,
            reportTypeOffsetSelfReport: 2,
            reportTypeOffsetConfirmedClinicalDiagnosis: 4,
            reportTypeOffsetConfirmedTest: 6
        ),
        transmissionRiskValueMapping: zip(1...8, [0, 0, 0.6, 0.8, 1, 1.2, 1.4, 1.6]).map {
            TransmissionRiskValue(transmissionRiskLevel: $0, transmissionRiskValue: $1)
        },
        maxEncounterAgeInDays: 10
    )
}

extension CoronaWarnScoreRule.Parameters {
    /// The parameters in force from September 2020, with the interpretation of attenuation in the Solution
    /// Architecture.
    public static let published = CoronaWarnScoreRule.Parameters(
        exposureConfiguration: ExposureConfigurationParameters(
            minimumRiskScore: 11,
            attenuationScores: [0, 2, 2, 2, 2, 2, 2, 2],
            daysSinceLastExposureScores: [5, 5, 5, 5, 5, 5, 5, 5],
            durationScores: [0, 0, 0, 1, 1, 1, 1, 1],
            transmissionRiskScores: [0, 0, 3, 4, 5, 6, 7, 8],
            durationAtAttenuationThresholds: [55, 63],
            attenuationScoring: .weightedByDuration
        ),
        attenuationBucketWeights: [1, 0.5, 0],
        defaultBucketOffset: 0,
        riskScoreNormalizationDivisor: 50,
        riskScoreClasses: [
            CoronaWarnScoreRule.ScoreClass(riskLevel: 1, min: 0, max: 15),
            CoronaWarnScoreRule.ScoreClass(riskLevel: 2, min: 15, max: 9999),
        ]
    )
}

extension SwissCovidRule.Parameters {
    /// The defaults of the app's library from September 2020 on.
    public static let published = SwissCovidRule.Parameters(
        attenuationThresholdLow: 55,
        attenuationThresholdMedium: 63,
        attenuationFactorLow: 1,
        attenuationFactorMedium: 0.5,
        minDurationForExposure: 15,
        numberOfDaysToConsiderForExposure: 10
    )
}

extension DailySummaryRule.Parameters {
    /// Narrow Net v2, December 2021.
    public static let narrowNet = net([55, 67, 75], [1.75, 1, 0.33, 0], onset2021, standard: 0.3, high: 1)
    /// Wide Net, December 2021.
    public static let wideNet = net([55, 70, 80], [2, 1, 0.25, 0], onset2021, standard: 0.3, high: 1)
    /// Narrower Net 1.0, November 2020.
    public static let narrowNet2020 = net([55, 63, 70], [1.5, 1, 0.4, 0], narrow2020, standard: 0.3, high: 1)
    /// Wider Net 1.0, November 2020.
    public static let wideNet2020 = net([55, 70, 80], [2, 1, 0.25, 0], wide2020, standard: 0.6, high: 2)

    /// High from day −2 to 3; standard on −4, −3, 4 and 5.
    private static let onset2021 = "0x0400005aaa500000"
    /// High from day −2 to 3; standard on −3 and 4.
    private static let narrow2020 = "0x0400001aaa400000"
    /// High from day −3 to 4; standard on −5, −4 and 5 to 9.
    private static let wide2020 = "0x0400556aaa940000"

    /// An advisory from five minutes on, an alert from fifteen.
    private static func net(
        _ thresholds: [Int],
        _ weights: [Double],
        _ onset: String,
        standard: Double,
        high: Double
    ) -> Self {
        Self(
            attenuationBucketThresholds: thresholds,
            attenuationBucketWeights: weights,
            infectiousnessStandardWeight: standard,
            infectiousnessHighWeight: high,
            daysSinceOnsetToInfectiousness: onset,
            lowFrom: 300,
            highFrom: 900
        )
    }
}
