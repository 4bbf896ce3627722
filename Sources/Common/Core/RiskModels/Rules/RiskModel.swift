public import ExposurePrimitives
public import GAENCore

/// A rule that turns matches into a risk, with its parameters.
///
/// ```swift
/// let rule: any RiskModel = try ImmuniRule(.publishedForIOS)
/// let assessment = rule.assess(matches, now: now)
/// print(assessment.level, assessment.days.map(\.date))
/// ```
public protocol RiskModel: Sendable {
    /// The risk of `matches` as it stands at `now`.
    func assess(_ matches: [Match], now: UnixTime) -> RiskAssessment
}

/// A rule over exposure windows, the framework's second generation.
///
/// ```swift
/// let rule = try CoronaWarnRule(.published)
/// let assessment = rule.assess(windows, today: now.utcDay)
/// print(assessment.explanation)
/// ```
public protocol WindowRiskModel: RiskModel {
    /// The mapping from keys to windows.
    var mapping: DiagnosisKeysDataMapping { get }

    /// The risk of `windows` as it stands on `today`.
    func assess(_ windows: [ExposureWindow], today: CalendarDay) -> RiskAssessment
}

extension WindowRiskModel {
    public func assess(_ matches: [Match], now: UnixTime) -> RiskAssessment {
        assess(ExposureWindow.unshuffled(of: matches, mapping: mapping), today: now.utcDay)
    }
}

/// The result of a rule for somebody's risk.
public struct RiskAssessment: Hashable, Sendable {
    public let level: RiskLevel
    /// The days with an exposure, the newest first.
    public let days: [DayOfRisk]
    /// The origin of the scores.
    public let explanation: RiskExplanation

    init(level: RiskLevel, days: [DayOfRisk], explanation: RiskExplanation) {
        self.level = level
        self.days = days
        self.explanation = explanation
    }

    /// The newest day of a level.
    public func mostRecentDay(of level: RiskLevel) -> CalendarDay? {
        days.filter { $0.level == level }.map(\.date).max()
    }
}

/// The risk of one UTC day.
public struct DayOfRisk: Hashable, Sendable {
    public let date: CalendarDay
    /// The score in the explanation's unit.
    public let score: Double
    public let level: RiskLevel

    init(date: CalendarDay, score: Double, level: RiskLevel) {
        self.date = date
        self.score = score
        self.level = level
    }
}

/// How high a risk is.
public enum RiskLevel: Int, Sendable, Comparable, CaseIterable, Codable {
    /// No risk that the rule reports.
    case none = 0
    /// A risk that is shown, without a notification.
    case low = 1
    /// The owner is notified.
    case high = 2

    public static func < (lhs: RiskLevel, rhs: RiskLevel) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension RiskAssessment {
    /// An assessment by days alone. Each day's level follows from its score, and the highest level decides.
    init(_ explanation: RiskExplanation, level: (Double) -> RiskLevel) {
        let days = explanation.days.map { DayOfRisk(date: $0.date, score: $0.score, level: level($0.score)) }
        self.init(level: days.map(\.level).max() ?? .none, days: days, explanation: explanation)
    }
}

/// An error in a parameter set that is impossible or contradicts itself. Such a set is not applied.
public struct RiskParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the parameter, as in the parameter set.
    public let parameter: String
    public let reason: String

    public init(_ parameter: String, _ reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    public var description: String { "\(parameter) \(reason)" }
}
