import ExposurePrimitives
import Foundation
import ImmuniAPI
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization

/// The operating system of a simulated phone: switches, questions to the owner, notifications, and the scheduler that
/// wakes apps.
final class SimulatedSystem: Sendable {
    let antenna: SimulatedAntenna
    private let platform: SettingsRequest.Platform
    private let file: URL
    private let content: Mutex<Content>

    private struct Content: Sendable {
        var state: SystemState
        var question: (question: Question, answer: CheckedContinuation<Bool, Never>)?
        var tasks: [PhoneTask: UnixTime] = [:]
        var isStopped = false
        /// Grows with every change that a page shows.
        var version = 0
    }

    /// A question of the operating system to the owner.
    enum Question: String, Sendable {
        case exchangeIdentifiers
        case shareKeys
        case notify
    }

    init(platform: SettingsRequest.Platform, file: URL, language: String) {
        self.platform = platform
        self.file = file
        let state = SystemState.load(from: file, language: language)
        antenna = SimulatedAntenna(state: state.bluetooth)
        content = Mutex(Content(state: state))
    }

    var state: SystemState { content.withLock { $0.state } }

    var question: Question? { content.withLock { $0.question?.question } }

    var version: Int { content.withLock { $0.version } }

    var isStopped: Bool { content.withLock { $0.isStopped } }

    /// Whether a file can be written.
    var canStore: Bool { content.withLock { !$0.isStopped && !$0.state.mishaps.isStorageFull } }

    func noteChange(after version: Int = 0) {
        content.withLock { $0.version = max($0.version, version) + 1 }
    }

    func change(_ body: (inout SystemState) -> Void) {
        content.withLock { content in
            guard !content.isStopped else {
                return
            }
            body(&content.state)
            content.version += 1
            content.state.save(to: file)
        }
        antenna.turn(state.bluetooth)
    }

    // MARK: - Questions

    /// The owner's answer. A question that comes while another is open is refused.
    private func ask(_ question: Question) async -> Bool {
        await withCheckedContinuation { answer in
            let isAsked = content.withLock { content in
                guard content.question == nil, !content.isStopped else {
                    return false
                }
                content.question = (question, answer)
                content.version += 1
                return true
            }
            if !isAsked {
                answer.resume(returning: false)
            }
        }
    }

    func answer(_ isGranted: Bool) {
        let answer = content.withLock { content in
            let answer = content.question?.answer
            content.question = nil
            content.version += 1
            return answer
        }
        answer?.resume(returning: isGranted)
    }

    /// Refuses open questions, and asks no more.
    func stop() {
        content.withLock { content in
            content.isStopped = true
            content.tasks = [:]
        }
        answer(false)
    }

    // MARK: - Waking

    /// The time of the next task.
    var nextTask: UnixTime? { content.withLock { $0.tasks.values.min() } }

    /// Removes and returns a due task, the earliest first.
    func takeTask(dueAt now: UnixTime) -> PhoneTask? {
        content.withLock { content in
            guard let (task, time) = content.tasks.min(by: { $0.value < $1.value }), time <= now else {
                return nil
            }
            content.tasks[task] = nil
            return task
        }
    }
}

extension SimulatedSystem: PhonePrompts {
    func mayExchangeIdentifiers() async -> Bool { await ask(.exchangeIdentifiers) }
    func mayShareKeys() async -> Bool { await ask(.shareKeys) }
}

extension SimulatedSystem: PhoneSystem {
    func mayNotify() async -> Bool {
        if let known = state.mayNotify {
            return known
        }
        let isGranted = await ask(.notify)
        change { $0.mayNotify = isGranted }
        return isGranted
    }

    func facts() async -> PhoneFacts {
        let state = state
        return PhoneFacts(
            systemVersion: Self.systemVersion(platform, isOld: state.mishaps.isSystemOld),
            servicesVersion: platform == .iOS
                ? nil : state.mishaps.areServicesOld ? SystemVersion(20, 18, 12) : SystemVersion(20, 45, 16),
            model: platform == .iOS ? "Avviso iPhone" : "Avviso Android",
            isLocationOn: state.isLocationOn,
            notificationPermission: state.notificationPermission(on: platform),
            languages: [state.language]
        )
    }
}

extension SimulatedSystem {
    /// A version of 2020, or the last before the framework.
    private static func systemVersion(_ platform: SettingsRequest.Platform, isOld: Bool) -> SystemVersion {
        switch platform {
        case .iOS: isOld ? SystemVersion(13, 4, 1) : SystemVersion(14, 2)
        case .android: isOld ? SystemVersion(5, 1) : SystemVersion(11)
        }
    }
}

extension SimulatedSystem: PhoneNotifications, ExposureAlerts {
    func show(_ notification: PhoneNotification) async {
        change { state in
            state.notifications.removeAll { $0.kind == notification.kind }
            state.notifications.append(notification)
        }
    }

    // Nothing is shown: the app's own notice says the same, and a tester would see it twice.
    func present(_ alert: ExposureAlert) async {}
}

extension SimulatedSystem: PhoneScheduler {
    func schedule(_ task: PhoneTask, at time: UnixTime?) {
        content.withLock { content in
            if !content.isStopped {
                content.tasks[task] = time
            }
        }
    }
}
