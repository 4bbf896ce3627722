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
            state.onboarding.goBack(on: app.platform)
            return []
        case (.proceed, .welcome), (.proceed, .howItWorks), (.proceed, .trial):
            return advance(&state, at: now)
        case (.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true), .privacy):
            return advance(&state, at: now)
        case (.chooseRegion(let region), .region):
            let provinces = region.domiciles
            guard let first = provinces.first else {
                return []
            }
            state.onboarding.choose(region)
            if provinces.count == 1 {
                state.province = first
            }
            return advance(&state, at: now)
        case (.chooseProvince(let province), .province):
            guard state.onboarding.region?.domiciles.contains(province) ?? false else {
                return []
            }
            state.province = province
            return advance(&state, at: now)
        case (.proceed, .framework):
            guard isSettled(.bluetooth, in: state) else {
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

    /// Goes past the permission of the present step, once it is there.
    func passSettledStep(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        guard let step = state.onboarding.step, isSettled(step, in: state) else {
            return []
        }
        return advance(&state, at: now)
    }

    private func advance(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        let settled = Set(Onboarding.Step.allCases.filter { isSettled($0, in: state) })
        state.onboarding.advance(on: app.platform, passing: settled.contains)
        return state.onboarding.isCompleted ? schedules(state, at: now) : []
    }

    /// Whether a step needs nothing of the owner.
    private func isSettled(_ step: Onboarding.Step, in state: AppState) -> Bool {
        guard let phone = state.session.phone, let framework = state.session.framework else {
            return false
        }
        switch step {
        case .welcome, .howItWorks, .privacy, .region: return false
        case .province: return state.onboarding.region.map { $0.domiciles.count == 1 } ?? false
        case .framework: return framework.authorisation == .authorised && framework.status != .inactivated
        case .location: return phone.isLocationOn
        case .bluetooth: return !framework.status.contains(.bluetoothDisabled)
        case .notifications: return phone.notificationPermission != .notDetermined
        case .trial: return !state.isTrial
        }
    }
}
