import ClientKit
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
    case phoneObserved(PhoneFacts)
    case deleteEverything
    case wiped(Bool)
}

enum LifeEffect: SliceEffect {
    /// Reads permissions and languages.
    case observePhone
    case askForNotifications
    /// Deletes everything.
    case wipe
}

struct LifeReducer: TimelessSlice {
    func reduce(_ state: inout LifeState, _ message: LifeMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .launched(let inForeground):
            return launch(&state, inForeground: inForeground, in: whole)
        case .enteredForeground:
            state.isForeground = true
            return [.perform(.life(.observePhone))]
        case .enteredBackground:
            state.isForeground = false
            return []
        case .phoneObserved(let phone):
            state.phone = phone
            return []
        case .deleteEverything:
            state.isBeingDeleted = true
            state.deletionFailed = false
            state.deletions += 1
            let tasks = AssociationApp.tasks.map { AppStep.perform(.schedule($0, at: nil)) }
            return tasks + deletion(of: whole)
        case .wiped(let isDone):
            state.deletionFailed = !isDone
            return isDone ? [.tell(.beginAgain), .perform(.life(.observePhone))] : []
        }
    }

    private func launch(_ state: inout LifeState, inForeground: Bool, in whole: AppState) -> [AppStep] {
        state.isForeground = inForeground
        guard !state.isLaunched else {
            return [.perform(.life(.observePhone))]
        }
        state.isLaunched = true
        guard !state.isBeingDeleted else {
            return [.perform(.life(.observePhone))] + deletion(of: whole)
        }
        return [
            .perform(.life(.observePhone)), .tell(.notices(.showUnshown)), .tell(.account(.launched)),
            .tell(.exchange(.rotate)), .tell(.traffic(.requestWakeUp)),
            .tell(.attestations(.requestWakeUp)),
        ]
    }

    /// The authority is told first, as long as there is a key to tell it with. Without a connection the deletion goes
    /// on, and the unused account ends by itself.
    private func deletion(of whole: AppState) -> [AppStep] {
        let end = whole.account.account.map { AppStep.perform(.endAccount($0)) }
        return [end, .perform(.life(.wipe))].compactMap(\.self)
    }
}
