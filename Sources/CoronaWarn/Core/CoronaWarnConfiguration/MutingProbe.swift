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
    var mutedAttenuation: Int? {
        Self.attenuations.first { attenuation in
            let day = Self.day(at: attenuation)
            return rule.assess(day, today: Self.date).level != .high
                && unfiltered.assess(day, today: Self.date).level == .high
        }
    }

    private static func day(at attenuation: Int) -> [ExposureWindow] {
        let scan = ScanInstance(
            typicalAttenuation: attenuation,
            minimumAttenuation: attenuation,
            secondsSinceLastScan: 300
        )
        let window = ExposureWindow(
            date: date,
            reportType: .confirmedTest,
            infectiousness: .high,
            calibrationConfidence: .high,
            scanInstances: [ScanInstance](repeating: scan, count: 6)
        )
        return [ExposureWindow](repeating: window, count: 48)
    }

    private static let date = CalendarDay(daysSinceEpoch: 0)
    /// What phones measure near one another, in decibels.
    private static let attenuations = 10...100
}
