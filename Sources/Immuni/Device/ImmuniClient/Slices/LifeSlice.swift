import ClientKit
import PhonePorts

/// The app's life on this phone: start and end, the phone's facts, and the deletion of everything.
typealias LifeState = StateSlice<LifeMemory, LifeSession>

struct LifeMemory: Codable, Equatable, Sendable {
    /// The owner deleted everything, but the deletion may not be complete yet.
    var isBeingDeleted = false
}

struct LifeSession: Equatable, Sendable {
    /// Whether the system has reported the launch. Only the first report counts: its consequences belong to the start.
    var isLaunched = false
    var isForeground = false
    /// Whether the app has been in the foreground since its process started.
    var hasBeenOpened = false
    /// The app was opened, and what follows from that waits for the phone's facts and the settings.
    var hasJustOpened = false
    /// Nil until the phone's facts were read.
    var phone: PhoneFacts?
    var framework: FrameworkFacts?
    var lastFailure: MobileClientError?
    /// The reason why the app began without data.
    var beginning = FreshStart.first
    /// The deletion failed and can be tried again.
    var deletionFailed = false
    /// How often everything was deleted. Work that began before a deletion can thus be dropped.
    var deletions = 0
}

enum LifeMessage: Sendable {
    case launched(inForeground: Bool)
    case enteredForeground
    case enteredBackground
    case phoneObserved(PhoneFacts, FrameworkFacts)
    /// An attempt ended: the reason why it failed, or nil.
    case attempted(MobileClientError?)
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
    let app: MobileClient.App

    func reduce(_ state: inout LifeState, _ message: LifeMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .launched(let inForeground):
            return launch(&state, inForeground: inForeground)
        case .enteredForeground:
            return enterForeground(&state) + fetchSettings(&state)
        case .enteredBackground:
            state.isForeground = false
            state.hasJustOpened = false
            return [.tell(.home(.appClosed)), .tell(.coverTraffic(.abort))]
        case .phoneObserved(let phone, let framework):
            (state.phone, state.framework) = (phone, framework)
            return phoneObserved(&state, phone, in: whole)
        case .attempted(let failure):
            state.lastFailure = failure
            return []
        case .deleteEverything:
            state.isBeingDeleted = true
            state.deletionFailed = false
            state.deletions += 1
            let tasks = MobileClient.tasks.map { AppStep.perform(.schedule($0, at: nil)) }
            return [.tell(.coverTraffic(.abort)), .tell(.session(.withdrawn))] + tasks + [.perform(.life(.wipe))]
        case .wiped(let isDone):
            state.deletionFailed = !isDone
            return isDone ? [.tell(.beginAgain), .perform(.life(.observePhone))] : []
        }
    }

    private func launch(_ state: inout LifeState, inForeground: Bool) -> [AppStep] {
        guard !state.isLaunched else {
            return inForeground ? enterForeground(&state) + fetchSettings(&state) : []
        }
        state.isLaunched = true
        guard !state.isBeingDeleted else {
            state.isForeground = inForeground
            return [.perform(.life(.observePhone)), .perform(.life(.wipe))]
        }
        let look = inForeground ? enterForeground(&state) : [.perform(.life(.observePhone))]
        return [.tell(.upload(.restarted)), .tell(.analytics(.restarted)), .tell(.warnings(.showUnseen))] + look
            + [.tell(.session(.requestWakeUps(isLaunch: true)))] + fetchSettings(&state)
    }

    /// Fetches the settings once a process, when the app is in the foreground for the first time. It depends on nothing
    /// else. So a phone whose system refuses background work follows the settings too.
    private func fetchSettings(_ state: inout LifeState) -> [AppStep] {
        guard state.isForeground, !state.hasBeenOpened, !state.isBeingDeleted else {
            return []
        }
        state.hasBeenOpened = true
        return [.tell(.session(.fetchSettings))]
    }

    private func enterForeground(_ state: inout LifeState) -> [AppStep] {
        state.isForeground = true
        state.hasJustOpened = true
        return [.tell(.warnings(.seen)), .perform(.life(.observePhone))]
    }

    private func phoneObserved(_ state: inout LifeState, _ phone: PhoneFacts, in whole: AppState) -> [AppStep] {
        guard !state.isBeingDeleted, whole.startUpProblem(app: app, phone: phone) == nil else {
            return []
        }
        guard whole.session.settings != nil else {
            return [.tell(.session(.fetchSettings))]
        }
        guard whole.onboarding.progress.isCompleted else {
            return [.tell(.onboarding(.phoneChanged))]
        }
        guard state.hasJustOpened, !whole.session.isFetchingSettings else {
            return [.tell(.home(.phoneChanged))]
        }
        state.hasJustOpened = false
        return [.tell(.home(.phoneChanged)), .tell(.session(.appOpened)), .tell(.coverTraffic(.appOpened))]
    }
}
