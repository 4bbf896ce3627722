import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// The actions of an onboarded owner.

extension AppReducer {
    func home(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        state.session.hasJustRecovered = false
        switch action {
        case .open(let place):
            return open(&state, place, using: &generator)
        case .goBack:
            return move(&state, using: &generator) { $0.goBack() }
        case .repair(let problem):
            return repair(problem, on: state.session.phone)
        case .setService(let isOn):
            state.isServiceWanted = isOn
            return [isOn ? .enableFramework : .disableFramework, .observePhone]
        case .dismissNotice:
            _ = state.status.handle(.alertDismissed)
            state.reminders.settle(.risk)
            return []
        case .recallNotice:
            _ = state.status.handle(.alertRecalled)
            // The owner sees it now.
            state.reminders.acknowledge(.risk)
            return []
        case .confirmRecovery:
            state.session.hasJustRecovered = state.status.isPositive
            _ = state.status.handle(.recoveryConfirmed)
            state.reminders.settle(.recovery)
            return []
        case .validateCode: return validate(&state, at: now)
        case .confirmUpload: return send(&state)
        case .newCode: return renewCode(&state, using: &generator)
        case .chooseRegion(let region):
            choose(region, &state)
            return []
        case .chooseProvince(let province):
            if province.isKnown {
                state.province = province
                leaveChoiceOfProvince(&state)
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
        if place == .faq, !state.session.trail.contains(.faq) {
            state.session.query = ""
        }
        return move(&state, using: &generator) { $0.open(place) }
    }

    private func move(
        _ state: inout AppState,
        using generator: inout some RandomNumberGenerator,
        _ move: (inout PlaceTrail) -> Void
    ) -> [AppEffect] {
        let before = state.session.place
        move(&state.session.trail)
        let place = state.session.place
        if before == .upload, place != .upload {
            leaveUpload(&state)
        }
        guard place == .upload else {
            return []
        }
        enterUpload(&state, using: &generator)
        // A real upload needs no dummy beside it: the dummy would only be recognised as one. The content of the upload
        // is counted again.
        return abortDummies(&state) + [.observePhone]
    }

    /// Chooses a region. If it has one province, such as abroad, there is nothing else to choose.
    private func choose(_ region: Region, _ state: inout AppState) {
        guard let only = region.onlyDomicile else {
            if !region.domiciles.isEmpty {
                state.session.trail.open(.province(region))
            }
            return
        }
        state.province = only
        leaveChoiceOfProvince(&state)
    }

    /// Goes back to the place where the owner began to change the province.
    private func leaveChoiceOfProvince(_ state: inout AppState) {
        if case .province = state.session.place {
            state.session.trail.goBack()
        }
        if state.session.place == .region {
            state.session.trail.goBack()
        }
    }

    private func repair(_ problem: ServiceProblem, on phone: PhoneFacts?) -> [AppEffect] {
        guard let phone, problem.repair(on: phone) == .ask else {
            return [.observePhone]
        }
        return [problem == .notificationsOff ? .askForNotifications : .enableFramework, .observePhone]
    }
}
