import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// From the welcome to Home.

extension AppReducer {
    func onboard(_ state: inout AppState, _ action: AppAction, at now: UnixTime) -> [AppEffect] {
        guard let step = state.onboarding.step else {
            return []
        }
        switch (action, step) {
        case (.goBack, _):
            state.onboarding.goBack()
            return []
        case (.proceed, .welcome), (.proceed, .howItWorks), (.proceed, .trial):
            return advance(&state, at: now)
        case (.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true), .privacy):
            return advance(&state, at: now)
        case (.chooseRegion(let region), .region):
            guard !region.domiciles.isEmpty else {
                return []
            }
            state.onboarding.choose(region)
            state.province = region.onlyDomicile ?? state.province
            return advance(&state, at: now)
        case (.chooseProvince(let province), .province):
            guard state.onboarding.region?.domiciles.contains(province) ?? false else {
                return []
            }
            state.province = province
            return advance(&state, at: now)
        case (.proceed, .framework):
            guard state.isSettled(.bluetooth) else {
                state.onboarding.awaitBluetooth()
                return advance(&state, at: now)
            }
            return [.enableFramework, .observePhone]
        case (.proceed, .location), (.proceed, .bluetooth):
            return [.observePhone]
        case (.proceed, .notifications):
            return [.askForNotifications, .observePhone]
        case (.skip, .framework), (.skip, .location), (.skip, .bluetooth), (.skip, .notifications):
            return advance(&state, at: now)
        default:
            return []
        }
    }

    /// Goes past the permission of the present step if it is granted already.
    func passSettledStep(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        guard let step = state.onboarding.step, state.isSettled(step) else {
            return []
        }
        return advance(&state, at: now)
    }

    private func advance(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        let settled = Set(Onboarding.Step.allCases.filter(state.isSettled))
        state.onboarding.advance(on: app.platform, passing: settled.contains)
        return state.onboarding.isCompleted ? schedules(state, at: now) : []
    }

}
