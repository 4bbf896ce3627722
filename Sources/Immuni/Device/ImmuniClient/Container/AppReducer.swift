import ClientKit
import ExposurePrimitives
import PhonePorts

/// Divides an action into messages, and gives each message to its slice.
///
/// It is pure: the same state, action, time and random numbers give the same result.
struct AppReducer: SlicedReducer {
    let app: MobileClient.App

    /// - Returns: the effects, in this order, to perform once the new state is in the file.
    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        let before: [AppMessage] = [.analytics(.timePassed), .warnings(.timePassed), .session(.timePassed)]
        let steps = before.map(AppStep.tell) + steps(for: action, in: state) + [.tell(.session(.recall))]
        return follow(steps, &state, at: now, using: &generator)
    }

    func deliver(
        _ message: AppMessage,
        to state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .life(let message):
            return deliver(message, to: LifeReducer(app: app), at: \.life, of: &state, at: now, using: &generator)
        case .onboarding(let message):
            let slice = OnboardingReducer(app: app)
            return deliver(message, to: slice, at: \.onboarding, of: &state, at: now, using: &generator)
        case .choices(let message):
            return deliver(message, to: ChoicesReducer(), at: \.choices, of: &state, at: now, using: &generator)
        case .home(let message):
            return deliver(message, to: HomeReducer(app: app), at: \.home, of: &state, at: now, using: &generator)
        case .warnings(let message):
            let slice = WarningsReducer(app: app)
            return deliver(message, to: slice, at: \.warnings, of: &state, at: now, using: &generator)
        case .session(let message):
            return deliver(message, to: SessionReducer(app: app), at: \.session, of: &state, at: now, using: &generator)
        case .upload(let message):
            return deliver(message, to: UploadReducer(), at: \.upload, of: &state, at: now, using: &generator)
        case .analytics(let message):
            let slice = AnalyticsReducer(app: app)
            return deliver(message, to: slice, at: \.analytics, of: &state, at: now, using: &generator)
        case .coverTraffic(let message):
            let slice = CoverTrafficReducer(app: app)
            return deliver(message, to: slice, at: \.coverTraffic, of: &state, at: now, using: &generator)
        case .beginAgain:
            state = state.afterDeletion()
            return []
        }
    }
}

// MARK: - Actions

extension AppReducer {
    private func steps(for action: AppAction, in state: AppState) -> [AppStep] {
        switch action {
        case .launched(let inForeground): [.tell(.life(.launched(inForeground: inForeground)))]
        case .enteredForeground: [.tell(.life(.enteredForeground))]
        case .enteredBackground: [.tell(.life(.enteredBackground))]
        case .phoneChanged, .retrySettings: [.perform(.life(.observePhone))]
        case .woken(let task): wake(for: task, in: state)
        case .effectEnded(let end): [.tell(end.message)]
        case .deleteEverything: [.tell(.life(.deleteEverything))]
        case .chooseLanguage(let language): [.tell(.choices(.language(language)))]
        default: stepsOfOwner(for: action, in: state)
        }
    }

    private func wake(for task: PhoneTask, in state: AppState) -> [AppStep] {
        guard state.session.settings != nil, !state.isBeingDeleted else {
            return []
        }
        return switch task {
        case .backgroundSession: [.tell(.session(.begin))]
        case .chunkRetry: [.tell(.session(.retryChunks))]
        case .coverTraffic: [.tell(.coverTraffic(.woken))]
        case .attestationRetry: [.tell(.analytics(.retryInfo))]
        default: []
        }
    }

    /// What follows from actions that need a working app.
    private func stepsOfOwner(for action: AppAction, in state: AppState) -> [AppStep] {
        guard let phone = state.life.phone, state.session.settings != nil, !state.isBeingDeleted,
            state.startUpProblem(app: app, phone: phone) == nil
        else {
            return []
        }
        guard state.onboarding.progress.isCompleted else {
            return onboardingMessage(for: action).map { [.tell(.onboarding($0))] } ?? []
        }
        return [.tell(.home(.ownerActed))] + (message(for: action).map { [.tell($0)] } ?? [])
    }

    private func onboardingMessage(for action: AppAction) -> OnboardingMessage? {
        switch action {
        case .proceed: .proceed
        case .skip: .skip
        case .goBack: .goBack
        case .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true): .acceptTerms
        case .chooseRegion(let region): .chooseRegion(region)
        case .chooseProvince(let province): .chooseProvince(province)
        default: nil
        }
    }

    private func message(for action: AppAction) -> AppMessage? {
        switch action {
        case .open(let place): .home(.open(place))
        case .goBack: .home(.goBack)
        case .repair(let problem): .home(.repair(problem))
        case .chooseRegion(let region): .home(.chooseRegion(region))
        case .chooseProvince(let province): .home(.chooseProvince(province))
        case .searchFAQ(let query): .home(.search(query))
        case .confirmRecovery: .home(.confirmRecovery)
        case .setService(let isOn): .choices(.service(isOn: isOn))
        case .dismissNotice: .warnings(.dismiss)
        case .recallNotice: .warnings(.recall)
        case .validateCode: .upload(.validate)
        case .confirmUpload: .upload(.send)
        case .newCode: .upload(.newCode)
        default: nil
        }
    }
}
