public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
import GAENCore
import RiskModels

/// How high the exposure of one person on one day was: the minutes near somebody who reported, of which distant ones
/// count less (docs/decisions/0212).
///
/// | attenuation in dB | distance in metres, expected | a minute counts |
/// |---|---|---|
/// | below 58 | up to 2.2 | 1 |
/// | 58 to 61 | up to 4.2 | 0.5 |
/// | 62 to 67 | up to 11 | 0.1 |
///
/// The distances are those of docs/radio.md, for phones that people carry as usual. The authority decides with the rule
/// about validated contacts, and a phone about boxes of the pairwise-private profile.
public struct ExposureRule: Sendable {
    private let rule: CoronaWarnRule

    public init() {
        var parameters = CoronaWarnParameters.published
        parameters.minutesAtAttenuationWeights = [
            Self.weight(1, from: 0, to: 58),
            Self.weight(0.5, from: 58, to: ContactMeasurement.weakAttenuation),
            Self.weight(0.1, from: ContactMeasurement.weakAttenuation, to: 68),
        ]
        // A minute is a minute: every report is that of a positive test.
        parameters.transmissionRiskValueMapping = (1...8).map {
            CoronaWarnParameters.TransmissionRiskValue(transmissionRiskLevel: $0, transmissionRiskValue: 1)
        }
        // Contacts can be reported for so many days.
        parameters.maxEncounterAgeInDays = AssociationLimits.contactDays
        do {
            rule = try CoronaWarnRule(parameters)
        } catch {
            preconditionFailure("the parameters are possible")
        }
    }

    private static func weight(_ weight: Double, from min: Int, to max: Int) -> CoronaWarnParameters.AttenuationWeight {
        let range = ParameterRange(min: Double(min), max: Double(max), maxExclusive: true)
        return CoronaWarnParameters.AttenuationWeight(attenuationRange: range, weight: weight)
    }

    /// The band of one person's contacts on one UTC day; nil below the threshold.
    ///
    /// - Parameter contacts: what was measured in each interval with each person who reported.
    public func band(
        of contacts: [ContactMeasurement],
        on day: CalendarDay,
        today: CalendarDay
    ) -> ExposureAlert.ScoreBand? {
        let assessment = rule.assess(contacts.map { Self.window($0, on: day) }, today: today)
        let score = assessment.days.map(\.score).max() ?? 0
        return ExposureAlert.ScoreBand.allCases.last { Self.threshold(of: $0) <= score }
    }

    /// The weighted minutes that one contact alone adds to its day.
    public func score(of contact: ContactMeasurement, on day: CalendarDay, today: CalendarDay) -> Double {
        rule.assess([Self.window(contact, on: day)], today: today).days.first?.score ?? 0
    }

    /// Weighted minutes of a day. The lowest is Corona-Warn's published threshold of a day. From fifteen minutes on,
    /// public health calls a contact close. The highest is ours.
    static func threshold(of band: ExposureAlert.ScoreBand) -> Double {
        switch band {
        case .low: 9
        case .medium: 15
        case .high: 60
        }
    }

    /// A contact lasts a quarter of an hour at most, and single signals vary by more than the distances between two
    /// weights. So its mean attenuation counts for all of its time.
    private static func window(_ contact: ContactMeasurement, on day: CalendarDay) -> ExposureWindow {
        let scans = contact.meanAttenuation.map { mean in
            ScanInstance(
                typicalAttenuation: mean,
                minimumAttenuation: mean,
                secondsSinceLastScan: contact.scans.reduce(0) { $0 + Int($1.seconds) }
            )
        }
        return ExposureWindow(
            date: day,
            reportType: .confirmedTest,
            infectiousness: .standard,
            calibrationConfidence: .lowest,
            scanInstances: scans.map { [$0] } ?? []
        )
    }
}
