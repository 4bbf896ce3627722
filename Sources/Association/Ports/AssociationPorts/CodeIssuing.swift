public import AssociationAPI
public import ExposurePrimitives
public import OperatorStores

/// Gives operators the codes for persons who tested positive: to their programs, and at a terminal.
public protocol CodeIssuing: Sendable {
    /// The days that a code can name now.
    var days: ClosedRange<CalendarDay> { get }

    /// Issues a code, if the days and the limits allow it. A refusal counts for no limit.
    ///
    /// - Parameters:
    ///   - window: the days on which the person was infectious.
    ///   - operator: nil for a program that names nobody.
    func issueCode(for window: ClosedRange<CalendarDay>, to operator: OperatorName?) async throws -> CodeIssue

    /// How many codes each operator got on each of the last ``CodeCount/life`` days, the newest day first.
    func codeCounts() async throws -> [CodeCount]
}

/// The outcome of a request for a code.
public enum CodeIssue: Sendable {
    case issued(ReportCode, until: UnixTime)
    /// A limit is reached: again from then on.
    case limited(until: UnixTime)
    /// Not all days are among ``CodeIssuing/days``.
    case otherDays
}

/// How many codes are issued within one hour.
public struct CodeLimits: Hashable, Sendable {
    /// To one operator. A program that names nobody has the other limit alone.
    public let perOperator: Int
    /// To all together.
    public let everybody: Int

    public init(perOperator: Int, everybody: Int) {
        self.perOperator = perOperator
        self.everybody = everybody
    }
}

/// What became of a new code.
public enum CodeOutcome: Hashable, Sendable {
    case issued
    /// The operator, or all together, had too many in this hour: again from then on. Nothing was changed.
    case limited(until: UnixTime)
}

/// How many codes an operator got on a day.
public struct CodeCount: Hashable, Sendable {
    /// In UTC.
    public let day: CalendarDay
    /// Nil for programs that named nobody.
    public let `operator`: OperatorName?
    public let codes: Int

    public init(day: CalendarDay, operator: OperatorName?, codes: Int) {
        self.day = day
        self.operator = `operator`
        self.codes = codes
    }

    /// Days for which counts are kept, as reports are: who judges a report asks who issued its code.
    public static let life = ReportCase.life
}
