import ExposurePrimitives
import GAENCore

extension CoronaWarnRule {
    /// Refuses impossible or silent parameters.
    ///
    /// Corona-Warn's apps were muted once by a filter that dropped everything, and once by a range of scores that ended
    /// too early.
    func check() throws(RiskParameterError) {
        try checkFilters()
        try checkWeights()
        try checkTransmissionRisk()
        let perWindow = parameters.normalizedTimePerEWToRiskLevelMapping
        let perDay = parameters.normalizedTimePerDayToRiskLevelMapping
        try Self.check(
            perWindow,
            "normalizedTimePerEWToRiskLevelMapping",
            reaching: maxTime(inMinutes: Self.minutesOfLongestWindow)
        )
        try Self.check(perDay, "normalizedTimePerDayToRiskLevelMapping", reaching: maxMinutesOfDay)
        if let days = parameters.maxEncounterAgeInDays, days < 0 {
            throw RiskParameterError("maxEncounterAgeInDays", "is negative: \(days)")
        }
        guard canNotify else {
            throw RiskParameterError(
                "minutesAtAttenuationFilters, trlFilters and mappings",
                "allow no high risk: nobody could ever be notified"
            )
        }
    }

    private func checkFilters() throws(RiskParameterError) {
        for filter in parameters.minutesAtAttenuationFilters {
            try filter.attenuationRange.check("minutesAtAttenuationFilters.attenuationRange")
            try filter.dropIfMinutesInRange.check("minutesAtAttenuationFilters.dropIfMinutesInRange")
        }
        for filter in parameters.trlFilters {
            try filter.dropIfTrlInRange.check("trlFilters.dropIfTrlInRange")
        }
    }

    private func checkWeights() throws(RiskParameterError) {
        for weight in parameters.minutesAtAttenuationWeights {
            try weight.attenuationRange.check("minutesAtAttenuationWeights.attenuationRange")
            guard weight.weight >= 0, weight.weight.isFinite else {
                throw RiskParameterError("minutesAtAttenuationWeights.weight", "is not a weight: \(weight.weight)")
            }
        }
    }

    private func checkTransmissionRisk() throws(RiskParameterError) {
        for entry in parameters.transmissionRiskValueMapping {
            guard entry.transmissionRiskValue >= 0, entry.transmissionRiskValue.isFinite else {
                throw RiskParameterError(
                    "transmissionRiskValueMapping",
                    "gives level \(entry.transmissionRiskLevel) the value \(entry.transmissionRiskValue)"
                )
            }
        }
        for window in Self.kindsOfWindow {
            let level = parameters.transmissionRiskLevel(of: window)
            guard parameters.transmissionRiskValue(of: level) != nil else {
                throw RiskParameterError("transmissionRiskValueMapping", "has no value for level \(level)")
            }
        }
    }

    /// Checks that ranges follow one another without a gap, towards higher levels, up to the longest normalised time
    /// that one person's company can give.
    private static func check(
        _ ranges: [CoronaWarnParameters.LevelRange],
        _ parameter: String,
        reaching max: Double
    ) throws(RiskParameterError) {
        for range in ranges {
            try range.normalizedTimeRange.check(parameter)
            guard range.riskLevel == 1 || range.riskLevel == 2 else {
                throw RiskParameterError(parameter, "has a risk level that is neither 1 nor 2: \(range.riskLevel)")
            }
        }
        for (range, next) in zip(ranges, ranges.dropFirst()) {
            guard range.normalizedTimeRange.isFollowed(by: next.normalizedTimeRange) else {
                throw RiskParameterError(
                    parameter,
                    "leaves a gap or overlaps between \(range.normalizedTimeRange) and \(next.normalizedTimeRange)"
                )
            }
            guard range.riskLevel <= next.riskLevel else {
                throw RiskParameterError(parameter, "gives more time a lower level")
            }
        }
        guard let last = ranges.last?.normalizedTimeRange, last.max >= max else {
            throw RiskParameterError(parameter, "ends below \(max) minutes, which can occur")
        }
    }

    /// The greatest normalised minutes of a day.
    package var maxMinutesOfDay: Double { maxTime(inMinutes: Self.minutesPerDay) }

    private func maxTime(inMinutes minutes: Double) -> Double {
        let weight = parameters.minutesAtAttenuationWeights.map(\.weight).max() ?? 0
        let value = parameters.transmissionRiskValueMapping.map(\.transmissionRiskValue).max() ?? 0
        return minutes * weight * value
    }

    /// Whether a whole day near a patient can be a high risk, at any one attenuation that occurs.
    private var canNotify: Bool {
        let kinds = Self.kindsOfWindow.filter {
            $0.reportType != .recursive && mapping.occurring.contains($0.infectiousness)
        }
        return attenuationsToTry.contains { attenuation in
            kinds.contains { kind in
                level(ofDayWith: 48, windowsLike: kind.filled(attenuation: attenuation)) == .high
            }
        }
    }

    /// The ends of the ranges that have a weight, if a phone can measure them.
    private var attenuationsToTry: Set<Int> {
        let possible = MatchedSighting.possibleAttenuations
        let ends = parameters.minutesAtAttenuationWeights.flatMap { weight in
            let lowest = max(weight.attenuationRange.min.rounded(.up), Double(possible.lowerBound))
            return [lowest, lowest + 1, weight.attenuationRange.max.rounded(.down)]
        }
        return Set(ends.compactMap { Int(exactly: $0) }.filter(possible.contains))
    }

    /// A window with each combination of values that keys of an export can have, without scans.
    private static var kindsOfWindow: [ExposureWindow] {
        [DiagnosisKey.ReportType.confirmedTest, .confirmedClinicalDiagnosis, .selfReport, .recursive].flatMap { type in
            Infectiousness.allCases.map { infectiousness in
                ExposureWindow(
                    date: CalendarDay(daysSinceEpoch: 0),
                    reportType: type,
                    infectiousness: infectiousness,
                    calibrationConfidence: .high,
                    scanInstances: []
                )
            }
        }
    }

    /// Thirty minutes of scans, and up to five before the first.
    private static let minutesOfLongestWindow: Double = 35
    private static let minutesPerDay: Double = 1440
}

extension ExposureWindow {
    /// The same with thirty minutes at one attenuation.
    fileprivate func filled(attenuation: Int) -> ExposureWindow {
        let scan = ScanInstance(
            typicalAttenuation: attenuation,
            minimumAttenuation: attenuation,
            secondsSinceLastScan: 300
        )
        return ExposureWindow(
            date: date,
            reportType: reportType,
            infectiousness: infectiousness,
            calibrationConfidence: calibrationConfidence,
            scanInstances: [ScanInstance](repeating: scan, count: 6)
        )
    }
}
