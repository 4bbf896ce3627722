import ExposurePrimitives
import GAENCore
import RiskModels

/// Tries a rule on cases that every authority wants to find: a whole day near a person with a confirmed test.
///
/// The rule itself refuses parameters that can never notify. A filter that leaves one strange attenuation passes there.
struct MutingProbe {
    private let rule: CoronaWarnRule
    /// The same rule without filters.
    private let unfiltered: CoronaWarnRule

    init(_ parameters: CoronaWarnParameters) throws(RiskParameterError) {
        rule = try CoronaWarnRule(parameters)
        var open = parameters
        (open.minutesAtAttenuationFilters, open.trlFilters) = ([], [])
        unfiltered = try CoronaWarnRule(open)
    }

    /// The lowest attenuation at which the filters alone prevent a high risk on such a day; nil if there is none.
    ///
    /// Attenuations with less than half of the greatest weight stay out. The filters of the original are there to drop
    /// windows without minutes nearer than that (from November 2020: less than ten below 73 dB).
    var mutedAttenuation: Int? {
        nearAttenuations.first { attenuation in
            let window = Self.window(at: attenuation)
            return rule.level(ofDayWith: 48, windowsLike: window) != .high
                && unfiltered.level(ofDayWith: 48, windowsLike: window) == .high
        }
    }

    private var nearAttenuations: [Int] {
        let weights = rule.parameters.minutesAtAttenuationWeights
        let greatest = weights.map(\.weight).max() ?? 0
        return Self.attenuations.filter { attenuation in
            weights.contains { $0.weight * 2 >= greatest && $0.attenuationRange.contains(Double(attenuation)) }
        }
    }

    /// Half an hour. A day has 48 of them.
    private static func window(at attenuation: Int) -> ExposureWindow {
        let scan = ScanInstance(
            typicalAttenuation: attenuation,
            minimumAttenuation: attenuation,
            secondsSinceLastScan: 300
        )
        return ExposureWindow(
            date: CalendarDay(daysSinceEpoch: 0),
            reportType: .confirmedTest,
            infectiousness: .high,
            calibrationConfidence: .high,
            scanInstances: [ScanInstance](repeating: scan, count: 6)
        )
    }

    /// What phones measure near one another, in decibels.
    private static let attenuations = 10...100
}
