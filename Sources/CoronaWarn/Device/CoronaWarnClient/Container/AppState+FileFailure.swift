import ClientKit

// What the app takes over after its file could not be written.

extension AppState {
    /// Handles a failure to write the file for `action`, which would have led to the state `wanted`.
    ///
    /// The changes are not remembered, and an action that ended with them has failed. Everything that had to be in the
    /// file before an effect leads to that effect again.
    mutating func fileFailed(at action: AppAction, wanted: AppState) {
        switch action {
        case .launched, .enteredForeground, .enteredBackground:
            life.session = wanted.life.session
            places = wanted.places
            traffic.opening = wanted.traffic.opening
        case _ where action.isOfSequence:
            takeSequence(of: wanted)
        case .effectEnded(let end): effectFailed(end.message)
        default: break
        }
    }

    /// The sequence goes on, and each later request of it is a fake.
    private mutating func takeSequence(of wanted: AppState) {
        traffic.session = wanted.traffic.session
        traffic.sequence?.hasFailed = true
        session.session = wanted.session.session
    }

    private mutating func effectFailed(_ end: AppMessage) {
        switch end {
        case .life(.phoneObserved(let phone, let framework)):
            (life.phone, life.framework) = (phone, framework)
        case .life(.wiped):
            life.deletionFailed = true
        case .session(.downloaded), .session(.checked):
            session.run = nil
        case .submission(.keysAnswered):
            submission.request = nil
            submission.keysFailure = .unavailable
        default: break
        }
    }
}

extension AppAction {
    /// Whether a sequence of requests begins by the plan of an opening, or goes on. An observer must not see in it what
    /// the file could not take. A sequence in the background changes the file of every phone, so without space no phone
    /// begins one.
    var isOfSequence: Bool {
        switch self {
        case .woken(.planned): true
        case .effectEnded(let end): if case .traffic(.answered) = end.message { true } else { false }
        default: false
        }
    }
}
