import ExposureFramework
package import ExposurePrimitives
package import PhonePorts
import Synchronization

/// The screen of a phone, and its owner, who agrees to everything.
package final class StoryScreen: PhonePrompts, PhoneNotifications, PhoneSystem, ExposureAlerts {
    package let owner: String
    package let narrator: Narrator
    private let state = Mutex(State())

    private struct State {
        var notifications: [PhoneNotification] = []
        var questionsForKeys = 0
        var wakeUps: [PhoneTask: UnixTime] = [:]
    }

    package init(owner: String, narrator: Narrator) {
        (self.owner, self.narrator) = (owner, narrator)
    }

    /// The notifications that were shown.
    package var shown: [PhoneNotification] { state.withLock { $0.notifications } }

    /// How often the phone asked its owner to share keys.
    package var questionsForKeys: Int { state.withLock { $0.questionsForKeys } }

    /// When the app wants to be woken for `task`; nil if it does not.
    package func wakeUp(for task: PhoneTask) -> UnixTime? { state.withLock { $0.wakeUps[task] } }

    /// The app's next wake-up; nil if it wants none.
    package var nextWakeUp: (task: PhoneTask, time: UnixTime)? {
        state.withLock { state in
            state.wakeUps.min { $0.value < $1.value }.map { (task: $0.key, time: $0.value) }
        }
    }

    package func mayExchangeIdentifiers() async -> Bool { true }

    package func mayShareKeys() async -> Bool {
        state.withLock { $0.questionsForKeys += 1 }
        narrator.detail("\(owner)'s phone asks: share your keys of the last 14 days? \(owner) agrees.")
        return true
    }

    package func mayNotify() async -> Bool { true }

    package func facts() async -> PhoneFacts {
        PhoneFacts(
            systemVersion: SystemVersion(14),
            model: "Simulated phone",
            notificationPermission: .granted,
            languages: ["en-GB"]
        )
    }

    package func present(_ alert: ExposureAlert) async {
        narrator.detail("\(owner)'s phone alerts: the app gets details of an exposure.")
    }

    package func show(_ notification: PhoneNotification) async {
        state.withLock { $0.notifications.append(notification) }
    }
}

// The story itself wakes the apps.
extension StoryScreen: PhoneScheduler {
    package func schedule(_ task: PhoneTask, at time: UnixTime?) {
        state.withLock { $0.wakeUps[task] = time }
    }
}
