import ClientKit
import ExposurePrimitives
import PhonePorts

/// Divides an action into messages, and gives each message to its slice.
///
/// It is pure: the same state, action, time and random numbers give the same result.
struct AppReducer: SlicedReducer {
    let app: CoronaWarnApp.App

    /// - Returns: the effects, in this order, to perform once the new state is in the file.
    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        let before: [AppMessage] = [.tests(.timePassed), .submission(.timePassed), .session(.timePassed)]
        let steps = before.map(AppStep.tell) + steps(for: action, in: state)
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
            return deliver(message, to: LifeReducer(), at: \.life, of: &state, at: now, using: &generator)
        case .onboarding(let message):
            return deliver(message, to: OnboardingReducer(), at: \.onboarding, of: &state, at: now, using: &generator)
        case .places(let message):
            return deliver(message, to: PlacesReducer(), at: \.places, of: &state, at: now, using: &generator)
        case .tests(let message):
            return deliver(message, to: TestsReducer(), at: \.tests, of: &state, at: now, using: &generator)
        case .submission(let message):
            return deliver(message, to: SubmissionReducer(), at: \.submission, of: &state, at: now, using: &generator)
        case .hotline(let message):
            return deliver(message, to: HotlineReducer(), at: \.hotline, of: &state, at: now, using: &generator)
        case .session(let message):
            return deliver(message, to: SessionReducer(app: app), at: \.session, of: &state, at: now, using: &generator)
        case .risk(let message):
            return deliver(message, to: RiskReducer(), at: \.risk, of: &state, at: now, using: &generator)
        case .notices(let message):
            return deliver(message, to: NoticesReducer(), at: \.notices, of: &state, at: now, using: &generator)
        case .traffic(let message):
            return deliver(message, to: TrafficReducer(), at: \.traffic, of: &state, at: now, using: &generator)
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
        case .phoneChanged, .retryConfiguration: [.perform(.life(.observePhone))]
        case .woken(let task): wake(for: task, in: state)
        case .effectEnded(let end): [.tell(end.message)]
        case .deleteEverything: [.tell(.life(.deleteEverything))]
        case .chooseLanguage(let language): [.tell(.onboarding(.language(language)))]
        default: stepsOfOwner(for: action, in: state)
        }
    }

    private func wake(for task: PhoneTask, in state: AppState) -> [AppStep] {
        guard state.session.configuration != nil, state.onboarding.isCompleted, !state.isBeingDeleted else {
            return []
        }
        // The work for a test comes last, so it delays no request.
        return switch task {
        case .session: [.tell(.session(.woken)), .tell(.submission(.awake))]
        case .packageRetry: [.tell(.session(.retry))]
        case .traffic: [.tell(.traffic(.woken)), .tell(.submission(.awake))]
        case .planned: [.tell(.traffic(.planned))]
        case .silence: [.tell(.risk(.silent))]
        default: []
        }
    }

    /// What follows from actions that need a working app.
    private func stepsOfOwner(for action: AppAction, in state: AppState) -> [AppStep] {
        guard state.life.phone != nil, state.session.configuration != nil, !state.isBeingDeleted else {
            return []
        }
        guard state.onboarding.isCompleted else {
            return onboardingMessage(for: action).map { [.tell(.onboarding($0))] } ?? []
        }
        return (message(for: action) ?? testMessage(for: action)).map { [.tell($0)] } ?? []
    }

    private func onboardingMessage(for action: AppAction) -> OnboardingMessage? {
        switch action {
        case .proceed: .proceed
        case .skip: .skip
        case .goBack: .goBack
        default: nil
        }
    }

    private func message(for action: AppAction) -> AppMessage? {
        switch action {
        case .open(let place): .places(.open(place))
        case .goBack: .places(.goBack)
        case .setService(let isOn): .onboarding(.service(isOn: isOn))
        case .consent: .submission(.consent)
        case .decline: .submission(.decline)
        case .answerSymptoms(let statement): .submission(.symptoms(statement))
        case .chooseCountries(let countries): .submission(.countries(countries))
        case .sendNow: .submission(.sendNow)
        case .shareDaily(let isOn): .submission(.shareDaily(isOn))
        case .consentToday: .submission(.consentToday)
        default: nil
        }
    }

    private func testMessage(for action: AppAction) -> AppMessage? {
        switch action {
        case .scan(let text, let birthDate): .tests(.scan(text, birthDate: birthDate))
        case .refresh: .tests(.refresh)
        case .openResult: .tests(.open)
        case .removeTest: .tests(.remove)
        case .askHotline(let reason): .hotline(.need(reason))
        case .typeTeleTAN(let text): .hotline(.type(text))
        case .confirmTeleTAN: .hotline(.confirm)
        default: nil
        }
    }
}
