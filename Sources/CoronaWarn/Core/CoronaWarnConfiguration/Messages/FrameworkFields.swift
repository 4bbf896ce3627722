// What the frameworks of the two platforms ask for. The calculation does not use it, so the values are those that the
// originals published and no settings.

extension WireIOSFields {
    static var published: WireIOSFields {
        var wire = WireIOSFields()
        var configuration = WireExposureConfiguration()
        configuration.infectiousnessForDaysSinceOnsetOfSymptoms = [1: 1, 2: 2]
        configuration.attenuationDurationThresholds = [30, 50, 70]
        configuration.immediateDurationWeight = 1
        configuration.mediumDurationWeight = 1
        configuration.nearDurationWeight = 1
        configuration.otherDurationWeight = 1
        configuration.infectiousnessStandardWeight = 1
        configuration.infectiousnessHighWeight = 1
        configuration.reportTypeConfirmedTestWeight = 1
        configuration.reportTypeConfirmedClinicalDiagnosisWeight = 1
        configuration.reportTypeSelfReportedWeight = 1
        configuration.reportTypeRecursiveWeight = 1
        wire.exposureConfiguration = configuration
        return wire
    }
}

extension WireAndroidFields {
    static var published: WireAndroidFields {
        var wire = WireAndroidFields()
        wire.diagnosisKeysDataMapping.daysSinceOnsetToInfectiousness = [1: 1, 2: 2]
        wire.diagnosisKeysDataMapping.infectiousnessWhenDaysSinceOnsetMissing = 0
        wire.diagnosisKeysDataMapping.reportTypeWhenMissing = 1
        wire.dailySummariesConfig.attenuationBucketThresholdDb = [30, 50, 70]
        wire.dailySummariesConfig.attenuationBucketWeights = [1, 1, 1, 1]
        wire.dailySummariesConfig.infectiousnessWeights = [1: 1, 2: 1]
        wire.dailySummariesConfig.reportTypeWeights = [1: 1, 2: 1, 3: 1, 4: 1]
        return wire
    }
}
