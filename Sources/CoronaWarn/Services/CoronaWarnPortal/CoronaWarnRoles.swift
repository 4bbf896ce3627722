import CoronaWarnAPI
package import OperatorStores

extension OperatorRole {
    /// Gives teleTANs to persons with a positive test, and nothing else.
    package static let hotline = OperatorRole(rawValue: "hotline")
    /// Gives teleTANs to hosts of events, and none for tests.
    package static let hotlineEvent = OperatorRole(rawValue: "hotline-event")
    /// Sends the results of a laboratory and changes its keys.
    package static let laboratory = OperatorRole(rawValue: "laboratory")

    /// The roles of Corona-Warn, the usual one first.
    package static let ofCoronaWarn: [OperatorRole] = [.healthWorker, .hotline, .hotlineEvent, .laboratory]
}

extension TeleTANKind {
    /// The roles that give teleTANs of this kind. An operator for events alone gives none for tests.
    var roles: Set<OperatorRole> {
        switch self {
        case .test: [.healthWorker, .hotline]
        case .event: [.hotlineEvent]
        }
    }
}

extension OperatorAuditEntry.Event {
    /// The operator asks for a teleTAN. The next line of the same operator states the outcome.
    static let teleTANAsked = Self(rawValue: "teletan-asked")
    static let teleTANGiven = Self(rawValue: "teletan-given")
    /// A limit was reached, or the operator's health authority gets none.
    static let teleTANRefused = Self(rawValue: "teletan-refused")

    /// The operator sends results. The next line of the same operator states the outcome.
    static let resultsSending = Self(rawValue: "results-sending")
    static let resultsStored = Self(rawValue: "results-stored")
    /// Some or all of the results were refused.
    static let resultsRefused = Self(rawValue: "results-refused")

    /// The operator changes the laboratory's key. The next line of the same operator states the outcome.
    static let keyChanging = Self(rawValue: "laboratory-key-changing")
    static let keyMade = Self(rawValue: "laboratory-key-made")
    static let keyRevoked = Self(rawValue: "laboratory-key-revoked")
    static let keyRefused = Self(rawValue: "laboratory-key-refused")
}
