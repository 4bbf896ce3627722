import ClientKit
public import ExposurePrimitives

/// The last check for contacts at risk, as the app may describe it.
public enum LastCheck: Hashable, Sendable {
    /// No check has succeeded yet.
    case none
    /// It found no contact at risk.
    case foundNothing(at: CheckTime)
    /// As `foundNothing`, but some of the authority's files were not available yet. They are tried again.
    case foundNothingSoFar(at: CheckTime)
    /// It succeeded, but "nothing found" would not be true: a contact at risk counts, or the owner had tested positive
    /// and nothing was looked for.
    case done(at: CheckTime)
    /// It succeeded under a clock that was set back since, so its time is not known.
    case atUnknownTime

    /// The time; nil if there is none to show.
    public var time: CheckTime? {
        switch self {
        case .foundNothing(let time), .foundNothingSoFar(let time), .done(let time): time
        case .none, .atUnknownTime: nil
        }
    }
}

/// The time at which the app asked the authority for keys. It reveals nothing about the time of a contact.
public struct CheckTime: Hashable, Sendable {
    public let time: UnixTime

    init(_ time: UnixTime) {
        self.time = time
    }
}

extension LastCheck {
    init(_ state: AppState, now: UnixTime) {
        guard let last = state.session.lastDetection else {
            self = .none
            return
        }
        guard last <= now else {
            self = .atUnknownTime
            return
        }
        let time = CheckTime(last)
        guard state.warnings.status == .neutral, state.session.lastAssessment == last else {
            self = .done(at: time)
            return
        }
        self = state.session.chunks.nextRetry == nil ? .foundNothing(at: time) : .foundNothingSoFar(at: time)
    }
}
