import ClientKit
import ExposurePrimitives
import PhonePorts
import ProximityRadio

/// Divides an action into messages, and gives each message to its slice.
///
/// It is pure: the same state, action, time and random numbers give the same result.
struct AppReducer: SlicedReducer {
    let app: AssociationApp.App

    /// - Returns: the effects, in this order, to perform once the new state is in the file.
    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        let before: [AppMessage] = [
            .account(.timePassed), .exchange(.timePassed), .report(.timePassed), .boxes(.timePassed),
            .alerts(.timePassed),
        ]
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
        case .account(let message):
            let reducer = AccountReducer(keepsContacts: app.reports.isPrivate)
            return deliver(message, to: reducer, at: \.account, of: &state, at: now, using: &generator)
        case .exchange(let message):
            let reducer = ExchangeReducer(needsAttestations: app.needsAttestations)
            return deliver(message, to: reducer, at: \.exchange, of: &state, at: now, using: &generator)
        case .report(let message):
            return deliver(
                message,
                to: ReportReducer(isPrivate: app.reports.isPrivate),
                at: \.report,
                of: &state,
                at: now,
                using: &generator
            )
        case .notices(let message):
            return deliver(message, to: NoticesReducer(), at: \.notices, of: &state, at: now, using: &generator)
        case .traffic(let message):
            let reducer = TrafficReducer(mean: app.secondsBetweenUploads)
            return deliver(message, to: reducer, at: \.traffic, of: &state, at: now, using: &generator)
        case .attestations(let message):
            let reducer = AttestationReducer(isNeeded: app.needsAttestations)
            return deliver(message, to: reducer, at: \.attestations, of: &state, at: now, using: &generator)
        case .alerts(let message):
            let reducer = AlertsReducer(confirmation: app.confirmation, looksForBoxes: app.reports.isPrivate)
            return deliver(message, to: reducer, at: \.alerts, of: &state, at: now, using: &generator)
        case .boxes(let message):
            return deliver(message, to: BoxesReducer(), at: \.boxes, of: &state, at: now, using: &generator)
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
        case .phoneChanged: [.perform(.life(.observePhone))]
        case .effectEnded(let end): [.tell(end.message)]
        case .deleteEverything: [.tell(.life(.deleteEverything))]
        default: state.isBeingDeleted ? [] : stepsOfLife(for: action, in: state)
        }
    }

    private func stepsOfLife(for action: AppAction, in state: AppState) -> [AppStep] {
        guard state.onboarding.isCompleted else {
            return onboardingMessage(for: action).map { [.tell(.onboarding($0))] } ?? []
        }
        if case .woken(let task) = action {
            return messages(for: task).map(AppStep.tell)
        }
        return (radioMessage(for: action) ?? ownerMessage(for: action)).map { [.tell($0)] } ?? []
    }

    private func onboardingMessage(for action: AppAction) -> OnboardingMessage? {
        switch action {
        case .proceed: .proceed
        case .goBack: .goBack
        case .chooseDistrict(let district): .district(district)
        default: nil
        }
    }

    /// A rotation requests the other wake-ups again, in case that they were lost with a file that could not be written.
    private func messages(for task: PhoneTask) -> [AppMessage] {
        switch task {
        case .registration: [.account(.register)]
        case .rotation: [.exchange(.rotate), .traffic(.requestWakeUp), .attestations(.requestWakeUp)]
        case .traffic: [.traffic(.woken)]
        case .attestations: [.attestations(.woken)]
        default: []
        }
    }

    /// A contact that cannot be kept is dropped.
    private func radioMessage(for action: AppAction) -> AppMessage? {
        switch action {
        case .rotate: .exchange(.rotate)
        case .show(let interval): .exchange(.show(interval))
        case .received(let contact, let samples):
            (try? StoredContact(
                contact,
                samples: samples,
                transmitPower: app.calibration.transmitPower,
                isForBox: app.reports.isPrivate
            )).map { .exchange(.received($0)) }
        case .issued(let record, let side): .exchange(.issued(StoredTicketRecord(record, from: side)))
        default: nil
        }
    }

    private func ownerMessage(for action: AppAction) -> AppMessage? {
        switch action {
        case .retryRegistration: .account(.register)
        case .open(let place): .places(.open(place))
        case .goBack: .places(.goBack)
        case .setService(let isOn): .onboarding(.service(isOn: isOn))
        case .chooseLanguage(let language): .onboarding(.language(language))
        case .setContactDays(let days): .exchange(.contactDays(days))
        case .typeCode(let text): .report(.type(text))
        case .confirmCode: .report(.confirmCode)
        case .consent: .report(.consent)
        case .decline: .report(.decline)
        default: nil
        }
    }
}
