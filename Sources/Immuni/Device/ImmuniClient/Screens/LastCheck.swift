public import ExposurePrimitives

/// The last check for contacts at risk, and what the app may say of it.
public enum LastCheck: Hashable, Sendable {
    /// None got through yet.
    case none
    /// It found no contact at risk.
    case foundNothing(at: CheckTime)
    /// As `foundNothing`, but some of the authority's files could not be had yet: they are tried again.
    case foundNothingSoFar(at: CheckTime)
    /// It got through, and "nothing found" would not be the truth: a contact at risk counts, or the owner had tested positive, so
    /// that nothing was looked for.
    case done(at: CheckTime)
    /// It got through under a clock that was set back since: when is not known.
    case atUnknownTime

    /// The time; nil where there is none to tell.
    public var time: CheckTime? {
        switch self {
        case .foundNothing(let time), .foundNothingSoFar(let time), .done(let time): time
        case .none, .atUnknownTime: nil
        }
    }
}

/// When the app asked the authority for keys: its own doing, which tells nothing of when a contact was.
public struct CheckTime: Hashable, Sendable {
    public let time: UnixTime

    init(_ time: UnixTime) {
        self.time = time
    }
}

extension LastCheck {
    init(_ state: AppState, now: UnixTime) {
        guard let last = state.lastDetection else {
            self = .none
            return
        }
        guard last <= now else {
            self = .atUnknownTime
            return
        }
        let time = CheckTime(last)
        guard state.status == .neutral, state.lastAssessment == last else {
            self = .done(at: time)
            return
        }
        self = state.chunks.nextRetry == nil ? .foundNothing(at: time) : .foundNothingSoFar(at: time)
    }
}
