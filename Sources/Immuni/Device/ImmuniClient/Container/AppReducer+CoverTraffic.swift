import ClientKit
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// Dummy uploads (Immuni, Traffic Analysis Mitigation).

extension AppReducer {
    /// Handles the opening of the app.
    func beginDummies(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard let parameters = parameters(state), state.session.place != .upload else {
            return []
        }
        return effects(of: state.coverTraffic.appOpened(at: now, parameters, using: &generator))
    }

    func renewOpportunity(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        if let parameters = parameters(state) {
            state.coverTraffic.renewOpportunity(at: now, parameters, using: &generator)
        }
    }

    func abortDummies(_ state: inout AppState) -> [AppEffect] {
        effects(of: state.coverTraffic.abort(on: app.coverTrafficOccasion))
    }

    /// Handles the time for a dummy.
    func sendDummy(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard state.onboarding.isCompleted, let parameters = parameters(state) else {
            return []
        }
        let isOpen = state.session.isForeground
        return effects(of: state.coverTraffic.woken(at: now, isAppOpen: isOpen, parameters, using: &generator))
    }

    /// In people's order: one validation, then uploads.
    private func effects(of steps: [CoverTraffic.Step]) -> [AppEffect] {
        steps.map { step in
            switch step {
            case .send(let position): .sendDummy(position == 0 ? .validation : .upload)
            case .wake(let time): .schedule(.coverTraffic, at: time)
            }
        }
    }

    private func parameters(_ state: AppState) -> CoverTraffic.Parameters? {
        state.settings.map { CoverTraffic.Parameters($0, on: app.coverTrafficOccasion) }
    }
}
