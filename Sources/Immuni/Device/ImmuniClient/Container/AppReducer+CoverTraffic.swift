import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// Dummy uploads (Immuni, Traffic Analysis Mitigation).

extension AppReducer {
    /// Handles the opening of an iPhone's app: after a while it may begin to send dummies.
    func beginDummies(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard app.platform == .iOS, let parameters = parameters(state), state.session.place != .upload else {
            return []
        }
        renewOpportunity(&state, at: now, using: &generator)
        guard state.session.dummies == nil, state.cover?.isWindowOpen(at: now) ?? false else {
            return []
        }
        let sequence = DummySequence(afterOpeningAt: now, parameters, using: &generator)
        state.session.dummies = sequence
        return [.schedule(.coverTraffic, at: sequence.next)]
    }

    /// Draws the next opportunity again if it was missed, or is beyond a clock that was set back.
    func renewOpportunity(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        if let parameters = parameters(state) {
            state.cover?.renewOpportunity(at: now, parameters, using: &generator)
        }
    }

    /// Ends the dummies under way: on iOS when the owner leaves the app or really uploads.
    func abortDummies(_ state: inout AppState) -> [AppEffect] {
        guard app.platform == .iOS, state.session.dummies != nil else {
            return []
        }
        state.session.dummies = nil
        return [.schedule(.coverTraffic, at: nil)]
    }

    /// Handles the time for a dummy.
    func sendDummy(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard state.onboarding.isCompleted, let parameters = parameters(state), let cover = state.cover else {
            return []
        }
        if let sequence = state.session.dummies, now < sequence.next {
            // Woken too early: the next dummy still comes at its drawn time.
            return [.schedule(.coverTraffic, at: sequence.next)]
        }
        switch app.platform {
        case .iOS:
            guard state.session.isForeground, let sequence = state.session.dummies else {
                return []
            }
            if sequence.sent == 0 {
                state.cover?.redraw(at: now, parameters, using: &generator)
            }
        case .android:
            if state.session.isForeground {
                return postponeJob(&state, parameters, at: now, using: &generator)
            }
            if state.session.dummies == nil {
                guard now >= cover.opportunity else {
                    return [.schedule(.coverTraffic, at: cover.opportunity)]
                }
                // Drawn before anything is sent: a phone that is killed now does not begin again.
                state.cover?.redraw(at: now, parameters, using: &generator)
                state.session.dummies = DummySequence(at: now)
            }
        }
        return sendDummy(&state, parameters, at: now, using: &generator)
    }

    /// Leaves the job for another time: an Android phone sends no dummies while its app is open.
    private func postponeJob(
        _ state: inout AppState,
        _ parameters: CoverTrafficPlan.Parameters,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        if state.session.dummies == nil {
            state.cover?.redraw(at: now, parameters, using: &generator)
        }
        state.session.dummies = nil
        return [.schedule(.coverTraffic, at: state.cover?.opportunity)]
    }

    private func sendDummy(
        _ state: inout AppState,
        _ parameters: CoverTrafficPlan.Parameters,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard var sequence = state.session.dummies else {
            return []
        }
        // In people's order: one validation, then uploads.
        let kind: DummyKind = sequence.sent == 0 ? .validation : .upload
        let continues = sequence.sendOne(at: now, parameters, using: &generator)
        state.session.dummies = continues ? sequence : nil
        let next = continues ? sequence.next : app.platform == .android ? state.cover?.opportunity : nil
        return [.sendDummy(kind), .schedule(.coverTraffic, at: next)]
    }

    private func parameters(_ state: AppState) -> CoverTrafficPlan.Parameters? {
        state.settings.map { CoverTrafficPlan.Parameters($0, platform: app.platform) }
    }
}
