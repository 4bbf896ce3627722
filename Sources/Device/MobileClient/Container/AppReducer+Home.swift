import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// What an onboarded owner does.

extension AppReducer {
    func use(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        switch action {
        case .open(let place):
            return open(&state, place, using: &generator)
        case .goBack:
            return open(&state, state.session.place.parent, using: &generator)
        case .repair(let problem):
            return repair(problem)
        case .setService(let isOn):
            state.isServiceWanted = isOn
            return [isOn ? .enableFramework : .disableFramework, .observePhone]
        case .dismissNotice:
            _ = state.status.handle(.alertDismissed)
            state.reminders.settle(.risk)
            return []
        case .confirmRecovery:
            _ = state.status.handle(.recoveryConfirmed)
            state.reminders.settle(.recovery)
            return []
        case .validateCode: return validate(&state, at: now)
        case .confirmUpload: return send(&state)
        case .newCode: return renewCode(&state, using: &generator)
        case .chooseProvince(let province):
            if province.isKnown {
                state.province = province
                state.session.place = .settings
            }
            return []
        case .searchFAQ(let query):
            state.session.query = String(query.prefix(200))
            return []
        default: return []
        }
    }

    private func open(
        _ state: inout AppState,
        _ place: AppPlace,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        if state.session.place == .upload, place != .upload {
            leaveUpload(&state)
        }
        if place == .faq, state.session.place == .settings {
            state.session.query = ""
        }
        state.session.place = place
        guard place == .upload else {
            return []
        }
        enterUpload(&state, using: &generator)
        // Whoever uploads gives the real picture; a dummy beside it would only show that it is one.
        return abortDummies(&state)
    }

    private func repair(_ problem: ServiceProblem) -> [AppEffect] {
        switch problem.repair {
        case .ask: [.enableFramework, .observePhone]
        case .askOrSystemSettings: [.askForNotifications, .observePhone]
        case .systemSettings, .none: [.observePhone]
        }
    }
}

extension AppPlace {
    /// Where the way back leads.
    fileprivate var parent: AppPlace {
        switch self {
        case .home, .repair, .upload, .settings: .home
        case .language, .province, .privacyNotice, .terms, .faq, .support, .deleteData: .settings
        case .faqEntry: .faq
        }
    }
}
