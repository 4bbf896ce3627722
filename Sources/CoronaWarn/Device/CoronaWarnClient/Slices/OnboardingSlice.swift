import ClientKit
import ExposureFramework
import Localisation
import PhonePorts

/// From the welcome to Home, and what the owner chose.
struct OnboardingState: Codable, Equatable, Sendable {
    /// The present step; nil once all are done.
    var step: OnboardingStep? = .welcome
    /// Nil means the phone's language.
    var language: Language?
    /// Whether the owner wants the phone to recognise exposures.
    var isServiceWanted = true

    var isCompleted: Bool { step == nil }
}

/// The steps of a new owner.
public enum OnboardingStep: Int, Codable, Hashable, Sendable, CaseIterable {
    case welcome
    /// The owner agrees to the use of data.
    case privacy
    /// The framework asks for its permission.
    case framework
    /// How a test is registered, and that its result comes here.
    case tests
    case notifications
}

enum OnboardingMessage: Sendable {
    case proceed
    case skip
    case goBack
    case phoneChanged
    case language(Language?)
    case service(isOn: Bool)
}

struct OnboardingReducer: TimelessSlice {
    func reduce(_ state: inout OnboardingState, _ message: OnboardingMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .language(let language):
            state.language = language
            return []
        case .service(let isOn):
            state.isServiceWanted = isOn
            return [.perform(.life(isOn ? .enableFramework : .disableFramework)), .perform(.life(.observePhone))]
        case .proceed, .skip, .goBack, .phoneChanged:
            return state.step.map { follow(message, $0, &state, in: whole) } ?? []
        }
    }

    private func follow(
        _ message: OnboardingMessage,
        _ step: OnboardingStep,
        _ state: inout OnboardingState,
        in whole: AppState
    ) -> [AppStep] {
        switch (message, step) {
        case (.goBack, _):
            state.step = OnboardingStep(rawValue: step.rawValue - 1) ?? step
            return []
        case (.proceed, .framework):
            return [.perform(.life(.enableFramework)), .perform(.life(.observePhone))]
        case (.proceed, .notifications):
            return [.perform(.life(.askForNotifications)), .perform(.life(.observePhone))]
        case (.proceed, _), (.skip, .framework), (.skip, .notifications):
            return advance(&state, in: whole)
        case (.phoneChanged, _):
            // Past the permission of the present step if it is granted already.
            return whole.isSettled(step) ? advance(&state, in: whole) : []
        default:
            return []
        }
    }

    private func advance(_ state: inout OnboardingState, in whole: AppState) -> [AppStep] {
        repeat {
            state.step = state.step.flatMap { OnboardingStep(rawValue: $0.rawValue + 1) }
        } while state.step.map(whole.isSettled) ?? false
        guard state.isCompleted else {
            return []
        }
        return [
            .tell(.risk(.phoneObserved)), .tell(.traffic(.start)), .tell(.session(.requestWakeUps(isLaunch: false))),
        ]
    }
}

extension AppState {
    /// Whether a step of the onboarding requires nothing from the owner.
    func isSettled(_ step: OnboardingStep) -> Bool {
        guard let phone = life.phone, let framework = life.framework else {
            return false
        }
        return switch step {
        case .welcome, .privacy, .tests: false
        case .framework: framework.authorisation == .authorised
        case .notifications: phone.notificationPermission != .notDetermined
        }
    }
}
