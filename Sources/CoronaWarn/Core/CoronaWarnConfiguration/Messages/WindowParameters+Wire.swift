import RiskModels

extension CoronaWarnParameters {
    /// A range that is missing would read as the range from 0 to 0. Such a filter once dropped every exposure, so it is
    /// refused.
    init(_ wire: WireRiskCalculationParameters) throws(ConfigurationProblem) {
        var filters: [MinutesFilter] = []
        for filter in wire.minutesAtAttenuationFilters {
            let name = "windows.minutesAtAttenuationFilters"
            filters.append(
                MinutesFilter(
                    attenuationRange: try .init(filter.hasAttenuationRange ? filter.attenuationRange : nil, name),
                    dropIfMinutesInRange: try .init(
                        filter.hasDropIfMinutesInRange ? filter.dropIfMinutesInRange : nil,
                        name
                    )
                )
            )
        }
        var levelFilters: [TransmissionRiskLevelFilter] = []
        for filter in wire.trlFilters {
            let range = filter.hasDropIfTrlInRange ? filter.dropIfTrlInRange : nil
            levelFilters.append(.init(dropIfTrlInRange: try .init(range, "windows.trlFilters")))
        }
        var weights: [AttenuationWeight] = []
        for weight in wire.minutesAtAttenuationWeights {
            let range = weight.hasAttenuationRange ? weight.attenuationRange : nil
            weights.append(
                .init(attenuationRange: try .init(range, "windows.minutesAtAttenuationWeights"), weight: weight.weight)
            )
        }
        self.init(
            minutesAtAttenuationFilters: filters,
            trlFilters: levelFilters,
            minutesAtAttenuationWeights: weights,
            normalizedTimePerEWToRiskLevelMapping: try Self.levels(wire.normalizedTimePerEwToRiskLevelMapping),
            normalizedTimePerDayToRiskLevelMapping: try Self.levels(wire.normalizedTimePerDayToRiskLevelMapping),
            trlEncoding: TransmissionRiskLevelEncoding(wire.trlEncoding),
            transmissionRiskValueMapping: wire.transmissionRiskValueMapping.map {
                TransmissionRiskValue(
                    transmissionRiskLevel: Int($0.transmissionRiskLevel),
                    transmissionRiskValue: $0.transmissionRiskValue
                )
            },
            maxEncounterAgeInDays: wire.maxEncounterAgeInDays == 0 ? nil : Int(wire.maxEncounterAgeInDays)
        )
    }

    private static func levels(_ wire: [WireNormalizedTimeToRiskLevel]) throws(ConfigurationProblem) -> [LevelRange] {
        var levels: [LevelRange] = []
        for level in wire {
            let range = level.hasNormalizedTimeRange ? level.normalizedTimeRange : nil
            levels.append(
                LevelRange(
                    normalizedTimeRange: try .init(range, "windows.normalizedTimeToRiskLevelMapping"),
                    riskLevel: Int(level.riskLevel)
                )
            )
        }
        return levels
    }

    var wire: WireRiskCalculationParameters {
        var wire = WireRiskCalculationParameters()
        wire.minutesAtAttenuationFilters = minutesAtAttenuationFilters.map { filter in
            var wire = WireMinutesAtAttenuationFilter()
            wire.attenuationRange = filter.attenuationRange.wire
            wire.dropIfMinutesInRange = filter.dropIfMinutesInRange.wire
            return wire
        }
        wire.trlFilters = trlFilters.map { filter in
            var wire = WireTransmissionRiskLevelFilter()
            wire.dropIfTrlInRange = filter.dropIfTrlInRange.wire
            return wire
        }
        wire.minutesAtAttenuationWeights = minutesAtAttenuationWeights.map { weight in
            var wire = WireMinutesAtAttenuationWeight()
            wire.attenuationRange = weight.attenuationRange.wire
            wire.weight = weight.weight
            return wire
        }
        wire.normalizedTimePerEwToRiskLevelMapping = normalizedTimePerEWToRiskLevelMapping.map(\.wire)
        wire.normalizedTimePerDayToRiskLevelMapping = normalizedTimePerDayToRiskLevelMapping.map(\.wire)
        wire.trlEncoding = trlEncoding.wire
        wire.transmissionRiskValueMapping = transmissionRiskValueMapping.map { value in
            var wire = WireTransmissionRiskValue()
            wire.transmissionRiskLevel = Int32(clamping: value.transmissionRiskLevel)
            wire.transmissionRiskValue = value.transmissionRiskValue
            return wire
        }
        wire.maxEncounterAgeInDays = UInt32(clamping: maxEncounterAgeInDays ?? 0)
        return wire
    }
}

extension CoronaWarnParameters.LevelRange {
    fileprivate var wire: WireNormalizedTimeToRiskLevel {
        var wire = WireNormalizedTimeToRiskLevel()
        wire.normalizedTimeRange = normalizedTimeRange.wire
        wire.riskLevel = Int32(clamping: riskLevel)
        return wire
    }
}

extension CoronaWarnParameters.TransmissionRiskLevelEncoding {
    fileprivate init(_ wire: WireTransmissionRiskLevelEncoding) {
        self.init(
            infectiousnessOffsetStandard: Int(wire.infectiousnessOffsetStandard),
            infectiousnessOffsetHigh: Int(wire.infectiousnessOffsetHigh),
            reportTypeOffsetRecursive: Int(wire.reportTypeOffsetRecursive),
            reportTypeOffsetSelfReport: Int(wire.reportTypeOffsetSelfReport),
            reportTypeOffsetConfirmedClinicalDiagnosis: Int(wire.reportTypeOffsetConfirmedClinicalDiagnosis),
            reportTypeOffsetConfirmedTest: Int(wire.reportTypeOffsetConfirmedTest)
        )
    }

    fileprivate var wire: WireTransmissionRiskLevelEncoding {
        var wire = WireTransmissionRiskLevelEncoding()
        wire.infectiousnessOffsetStandard = Int32(clamping: infectiousnessOffsetStandard)
        wire.infectiousnessOffsetHigh = Int32(clamping: infectiousnessOffsetHigh)
        wire.reportTypeOffsetRecursive = Int32(clamping: reportTypeOffsetRecursive)
        wire.reportTypeOffsetSelfReport = Int32(clamping: reportTypeOffsetSelfReport)
        wire.reportTypeOffsetConfirmedClinicalDiagnosis = Int32(clamping: reportTypeOffsetConfirmedClinicalDiagnosis)
        wire.reportTypeOffsetConfirmedTest = Int32(clamping: reportTypeOffsetConfirmedTest)
        return wire
    }
}

extension ParameterRange {
    fileprivate init(_ wire: WireRange?, _ parameter: String) throws(ConfigurationProblem) {
        guard let wire else {
            throw ConfigurationProblem(parameter, "have an element that lacks a range")
        }
        self.init(
            min: wire.min,
            max: wire.max,
            minExclusive: wire.minExclusive ? true : nil,
            maxExclusive: wire.maxExclusive ? true : nil
        )
    }

    fileprivate var wire: WireRange {
        var wire = WireRange()
        wire.min = min
        wire.max = max
        wire.minExclusive = minExclusive ?? false
        wire.maxExclusive = maxExclusive ?? false
        return wire
    }
}
