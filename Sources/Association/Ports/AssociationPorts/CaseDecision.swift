/// The decision to warn the people of a case.
public struct CaseDecision: Hashable, Sendable {
    public let caseID: CaseID
    /// The state of the case until now: an operator can release a held one.
    public let state: ReportCase.State
    /// Batches of the case that the decision is about.
    public let batches: Int
    /// How many people the case warns.
    public let people: Int
    /// The most important ones of an account first: the limit leaves out the others.
    public let alerts: [NewAlert]

    public init(_ caseID: CaseID, from state: ReportCase.State, batches: Int = 1, people: Int, alerts: [NewAlert]) {
        self.caseID = caseID
        self.state = state
        self.batches = batches
        self.people = people
        self.alerts = alerts
    }
}

/// The effect of a decision.
public struct DecisionOutcome: Hashable, Sendable {
    /// Alerts that are new, or took the place of a lower one.
    public var added: Int
    /// Alerts that an account's limit left out.
    public var limited: Int

    public init(added: Int = 0, limited: Int = 0) {
        self.added = added
        self.limited = limited
    }
}

/// How many alerts an account gets.
public struct AlertLimits: Hashable, Sendable {
    /// Alerts of one band or a higher one.
    public let alerts: Int
    /// Within so many seconds.
    public let seconds: Int64

    public init(alerts: Int, seconds: Int64) {
        self.alerts = alerts
        self.seconds = seconds
    }

    /// Three of a band or a higher one within 24 hours (specification 1.13, T2). Lower alerts never use up the room of
    /// higher ones.
    public static let usual = AlertLimits(alerts: 3, seconds: 86_400)
}
