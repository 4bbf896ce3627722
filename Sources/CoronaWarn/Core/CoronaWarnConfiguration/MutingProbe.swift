import ExposurePrimitives
import GAENCore
import RiskModels

/// Tries a rule on a case that every authority wants to find: a whole day near a person with a confirmed test.
///
/// The rule itself refuses parameters that can never notify. A filter that leaves one strange attenuation passes there.
enum MutingProbe {
    /// Whether the day is a high risk at the middle of each range that has the greatest weight.
    static func notifies(_ rule: CoronaWarnRule) -> Bool {
        let weights = rule.parameters.minutesAtAttenuationWeights
        let greatest = weights.map(\.weight).max()
        return weights.filter { $0.weight == greatest }.allSatisfy { weight in
            let range = weight.attenuationRange
            let lowest = max(range.min, Double(attenuations.lowerBound))
            let middle = (lowest + min(range.max, Double(attenuations.upperBound))) / 2
            guard let attenuation = Int(exactly: middle.rounded(.down)) else {
                return false
            }
            return rule.assess(day(at: attenuation), today: date).level == .high
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
