import ClientKit
import ExposureFramework
import PhonePorts

/// The app's life on this phone: start and end, the phone's facts, and the deletion of everything.
typealias LifeState = StateSlice<LifeMemory, LifeSession>

struct LifeMemory: Codable, Equatable, Sendable {
    /// The owner deleted everything, but the deletion may not be complete yet.
    var isBeingDeleted = false
}

struct LifeSession: Equatable, Sendable {
    /// Whether the system has reported the launch. Only the first report counts.
    var isLaunched = false
    var isForeground = false
    /// Nil until the phone's facts were read.
    var phone: PhoneFacts?
    var framework: FrameworkFacts?
    /// The framework's last refusal to be switched; nil if it did not refuse.
    var lastFailure: ExposureFrameworkError?
    /// The reason why the app began without data.
    var beginning = FreshStart.first
    /// The deletion failed and can be tried again.
    var deletionFailed = false
    /// How often everything was deleted. Work that began before a deletion can thus be dropped.
    var deletions = 0
}

/// What the app knows of the framework.
struct FrameworkFacts: Equatable, Sendable {
    var status: FrameworkStatus
    var authorisation: FrameworkAuthorisation

    var isActive: Bool { status.contains(.activated) }
}

enum LifeMessage: Sendable {
    case launched(inForeground: Bool)
    case enteredForeground
    case enteredBackground
    case phoneObserved(PhoneFacts, FrameworkFacts)
    case switched(ExposureFrameworkError?)
    case deleteEverything
    case wiped(Bool)
}

enum LifeEffect: SliceEffect {
    /// Reads permissions, Bluetooth and versions.
    case observePhone
    case enableFramework
    case disableFramework
    case askForNotifications
    /// Deletes everything, the framework's keys included.
    case wipe
}

struct LifeReducer: TimelessSlice {
    func reduce(_ state: inout LifeState, _ message: LifeMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .launched(let inForeground):
            return launch(&state, inForeground: inForeground)
        case .enteredForeground:
            return enterForeground(&state) + Self.question
        case .enteredBackground:
            state.isForeground = false
            return [.tell(.traffic(.appLeft))]
        case .phoneObserved(let phone, let framework):
            (state.phone, state.framework) = (phone, framework)
            return phoneObserved(state, in: whole)
        case .switched(let failure):
            state.lastFailure = failure
            return []
        case .deleteEverything:
            state.isBeingDeleted = true
            state.deletionFailed = false
            state.deletions += 1
            let tasks = CoronaWarnApp.tasks.map { AppStep.perform(.schedule($0, at: nil)) }
            return [.tell(.traffic(.abort))] + tasks + [.perform(.life(.wipe))]
        case .wiped(let isDone):
            state.deletionFailed = !isDone
            return isDone ? [.tell(.beginAgain), .perform(.life(.observePhone))] : []
        }
    }

    private func launch(_ state: inout LifeState, inForeground: Bool) -> [AppStep] {
        guard !state.isLaunched else {
            return inForeground ? enterForeground(&state) + Self.question : []
        }
        state.isLaunched = true
        guard !state.isBeingDeleted else {
            state.isForeground = inForeground
            return [.perform(.life(.observePhone)), .perform(.life(.wipe))]
        }
        let wakeUps: [AppStep] = [
            .tell(.session(.requestWakeUps(isLaunch: true))), .tell(.traffic(.requestWakeUp(isLaunch: true))),
        ]
        let look = inForeground ? enterForeground(&state) : [.perform(.life(.observePhone))]
        return wakeUps + look + [.tell(.notices(.showUnshown))] + (inForeground ? Self.question : [])
    }

    /// The system may ask the person for the keys. Its question may stand for long, so it comes last.
    private static let question: [AppStep] = [.tell(.submission(.appOpened))]

    private func enterForeground(_ state: inout LifeState) -> [AppStep] {
        // Another report of the same opening does not begin its plan again.
        let opening: [AppStep] = state.isForeground ? [] : [.tell(.traffic(.appOpened))]
        state.isForeground = true
        return [.perform(.life(.observePhone))] + opening + [.tell(.risk(.seen))]
    }

    private func phoneObserved(_ state: LifeState, in whole: AppState) -> [AppStep] {
        guard !state.isBeingDeleted else {
            return []
        }
        guard whole.session.configuration != nil else {
            return [.tell(.session(.fetchFirstConfiguration))]
        }
        guard whole.onboarding.isCompleted else {
            // There is no sequence yet behind which the configuration could be fetched.
            let start: [AppStep] = state.isForeground ? [.tell(.session(.fetchAtStart))] : []
            return [.tell(.onboarding(.phoneChanged))] + start
        }
        return [.tell(.risk(.phoneObserved))]
    }
}
