public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
import GAENCore
import RiskModels

/// How high the exposure of one person on one day was, by the same rule as on the phones of Corona-Warn: the published
/// parameters for normalised minutes near somebody (`CoronaWarnParameters.published`).
///
/// The authority decides with it about validated contacts, and a phone about boxes of the pairwise-private profile.
public struct ExposureRule: Sendable {
    private let rule: CoronaWarnRule

    public init() {
        var parameters = CoronaWarnParameters.published
        // Contacts can be reported for so many days.
        parameters.maxEncounterAgeInDays = AssociationLimits.contactDays
        do {
            rule = try CoronaWarnRule(parameters)
        } catch {
            preconditionFailure("the published parameters are possible")
        }
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

    /// The normalised minutes that one contact alone adds to its day.
    public func score(of contact: ContactMeasurement, on day: CalendarDay, today: CalendarDay) -> Double {
        rule.assess([Self.window(contact, on: day)], today: today).days.first?.score ?? 0
    }

    /// Normalised minutes of a day. The lowest is the published threshold of an increased risk. The others are ours:
    /// an hour and three hours without a break, nearer than 73 dB, reach them.
    static func threshold(of band: ExposureAlert.ScoreBand) -> Double {
        switch band {
        case .low: 9
        case .medium: 60
        case .high: 180
        }
    }

    /// It is known that a test was positive, and nothing about symptoms.
    private static func window(_ contact: ContactMeasurement, on day: CalendarDay) -> ExposureWindow {
        ExposureWindow(
            date: day,
            reportType: .confirmedTest,
            infectiousness: .standard,
            calibrationConfidence: .lowest,
            scanInstances: contact.scans.map { scan in
                ScanInstance(
                    typicalAttenuation: Int(scan.attenuation),
                    minimumAttenuation: Int(scan.attenuation),
                    secondsSinceLastScan: Int(scan.seconds)
                )
            }
        )
    }
}
