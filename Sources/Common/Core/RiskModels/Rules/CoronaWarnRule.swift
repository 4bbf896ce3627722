public import ExposurePrimitives
import GAENCore

/// Corona-Warn's second risk calculation, from the normalised minutes of each day's exposure windows.
public struct CoronaWarnRule: Hashable, Sendable {
    public let parameters: CoronaWarnParameters
    public let mapping: DiagnosisKeysDataMapping

    /// - Throws: the first parameter that is impossible or contradicts another, and parameters with which nobody could
    ///   ever be notified.
    public init(
        _ parameters: CoronaWarnParameters,
        mapping: DiagnosisKeysDataMapping = .coronaWarn
    ) throws(RiskParameterError) {
        self.parameters = parameters
        self.mapping = mapping
        try check()
    }

    /// The days after which an exposure does not count any more. Phones keep none for longer than
    /// ``/GAENCore/Retention/days``.
    public var maxAge: Int { min(parameters.maxEncounterAgeInDays ?? Retention.days, Retention.days) }

    /// One window with its score under the rule.
    struct ScoredWindow {
        let date: CalendarDay
        let transmissionRiskLevel: Int
        let calibrationConfidence: CalibrationConfidence
        /// Nil if the window is left out.
        let level: RiskLevel?
        let contribution: RiskContribution
    }

    /// The minimum number of people that somebody met, by the windows of a level.
    ///
    /// Windows of one day that differ in transmission risk level or calibration confidence come from different phones.
    public func minimumDistinctEncounters(
        _ level: RiskLevel,
        in windows: some Sequence<ExposureWindow>,
        today: CalendarDay
    ) -> Int {
        let encounters = scored(windows, today: today).filter { $0.level == level }.map {
            [$0.date.daysSinceEpoch, $0.transmissionRiskLevel, $0.calibrationConfidence.rawValue]
        }
        return Set(encounters).count
    }

    func scored(_ windows: some Sequence<ExposureWindow>, today: CalendarDay) -> [ScoredWindow] {
        windows.filter { window in
            parameters.maxEncounterAgeInDays.map { today.days(since: window.date) <= $0 } ?? true
        }.map(score)
    }

    /// The level of a day with `count` equal windows. It costs as much as one window, so checks can try many cases.
    package func level(ofDayWith count: Int, windowsLike window: ExposureWindow) -> RiskLevel {
        let scored = score(window)
        guard scored.level != nil else {
            return .none
        }
        let score = scored.contribution.score
        // Added one by one, as `assess` adds them.
        let sum = (0..<count).reduce(0) { sum, _ in sum + score }
        return CoronaWarnParameters.level(of: sum, in: parameters.normalizedTimePerDayToRiskLevelMapping) ?? .none
    }

    private func score(_ window: ExposureWindow) -> ScoredWindow {
        let trl = parameters.transmissionRiskLevel(of: window)
        var contribution = RiskContribution(
            parts: weightedMinutes(of: window),
            factors: [.init(name: "transmission risk", value: parameters.transmissionRiskValue(of: trl) ?? 0)],
            exclusion: exclusion(of: window, transmissionRiskLevel: trl)
        )
        let level =
            contribution.exclusion == nil
            ? CoronaWarnParameters.level(
                of: contribution.value,
                in: parameters.normalizedTimePerEWToRiskLevelMapping
            ) : nil
        if level == nil, contribution.exclusion == nil {
            contribution = contribution.excluded(as: .withoutRiskLevel)
        }
        return ScoredWindow(
            date: window.date,
            transmissionRiskLevel: trl,
            calibrationConfidence: window.calibrationConfidence,
            level: level,
            contribution: contribution
        )
    }

    /// The minutes at each weight with any time. Seconds are added before they are weighted, so the order of the scans
    /// does not matter.
    private func weightedMinutes(of window: ExposureWindow) -> [RiskContribution.Part] {
        let weights = parameters.minutesAtAttenuationWeights
        var seconds = [Int](repeating: 0, count: weights.count)
        for scan in window.scansForward {
            let attenuation = Double(scan.minimumAttenuation)
            if let index = weights.firstIndex(where: { $0.attenuationRange.contains(attenuation) }) {
                seconds[index] += scan.secondsSinceLastScan
            }
        }
        return zip(weights, seconds).map { weight, seconds in
            RiskContribution.Part(
                name: "minutes at \(weight.attenuationRange) dB",
                amount: Double(seconds) / 60,
                weight: weight.weight
            )
        }
    }

    private func exclusion(of window: ExposureWindow, transmissionRiskLevel: Int) -> RiskContribution.Exclusion? {
        let isTooShort = parameters.minutesAtAttenuationFilters.contains { filter in
            let seconds = window.scansForward
                .filter { filter.attenuationRange.contains(Double($0.minimumAttenuation)) }
                .reduce(0) { $0 + $1.secondsSinceLastScan }
            return filter.dropIfMinutesInRange.contains(Double(seconds / 60))
        }
        if isTooShort {
            return .filteredByMinutes
        }
        let isFiltered = parameters.trlFilters.contains {
            $0.dropIfTrlInRange.contains(Double(transmissionRiskLevel))
        }
        return isFiltered ? .filteredByTransmissionRisk : nil
    }
}

extension CoronaWarnRule: WindowRiskModel {
    public func assess(_ windows: [ExposureWindow], today: CalendarDay) -> RiskAssessment {
        let scored = scored(windows, today: today)
        let days = Dictionary(grouping: scored, by: \.date).map { date, windows in
            RiskExplanation.Day(date: date, combination: .sum, contributions: windows.map(\.contribution))
        }
        let counted = Set(scored.filter { $0.level != nil }.map(\.date))
        let explanation = RiskExplanation(unit: .minutes, days: days)
        let daysOfRisk = explanation.days.map { day in
            // A day without a counting window has no level, even if a score of 0 would have one.
            let level = CoronaWarnParameters.level(of: day.score, in: parameters.normalizedTimePerDayToRiskLevelMapping)
            return DayOfRisk(
                date: day.date,
                score: day.score,
                level: counted.contains(day.date) ? level ?? .none : .none
            )
        }
        return RiskAssessment(level: daysOfRisk.map(\.level).max() ?? .none, days: daysOfRisk, explanation: explanation)
    }
}

extension ExposureWindow {
    /// The scans whose time counts. A scan has no time if the clock was set back.
    var scansForward: [ScanInstance] {
        scanInstances.filter { $0.secondsSinceLastScan >= 0 }
    }
}
