import ExposurePrimitives
import Foundation
import PhonePorts
import PhoneSimulation
import Synchronization

/// The operating system of a simulated phone: switches, questions to the owner, notifications, and the scheduler that
/// wakes clients. `ClientSystem` is the part of it that a client can reach.
final class SimulatedSystem: Sendable {
    let platform: PhonePlatform
    private let antennas: [ClientID: SimulatedAntenna]
    private let file: URL
    private let content: Mutex<Content>

    private struct Content: Sendable {
        var state: SystemState
        var question: (question: OpenQuestion, answer: CheckedContinuation<Bool, Never>)?
        var tasks: [Wake: UnixTime] = [:]
        var isStopped = false
        /// Grows with every change that a page shows.
        var version = 0
    }

    /// A question on the screen, and the client that has it asked.
    struct OpenQuestion: Hashable, Sendable {
        let client: ClientID
        let question: SystemQuestion
    }

    /// A background task of a client.
    struct Wake: Hashable, Sendable {
        let client: ClientID
        let task: PhoneTask
    }

    init(platform: PhonePlatform, file: URL, language: String, clients: [ClientID]) {
        self.platform = platform
        self.file = file
        let state = SystemState.load(from: file, language: language, first: clients.first)
        antennas = Dictionary(uniqueKeysWithValues: clients.map { ($0, SimulatedAntenna(state: state.bluetooth)) })
        content = Mutex(Content(state: state))
    }

    /// The radio of a client. All of them follow the phone's switch.
    func antenna(of client: ClientID) -> SimulatedAntenna {
        antennas[client] ?? SimulatedAntenna(state: .unsupported)
    }

    var state: SystemState { content.withLock { $0.state } }

    var question: OpenQuestion? { content.withLock { $0.question?.question } }

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
        let bluetooth = state.bluetooth
        for antenna in antennas.values {
            antenna.turn(bluetooth)
        }
    }

    // MARK: - Questions

    /// The owner's answer. A question that comes while another is open is refused.
    func ask(_ question: SystemQuestion, for client: ClientID) async -> Bool {
        await withCheckedContinuation { answer in
            let isAsked = content.withLock { content in
                guard content.question == nil, !content.isStopped else {
                    return false
                }
                content.question = (OpenQuestion(client: client, question: question), answer)
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

    /// Refuses open questions, asks no more, and silences the radios.
    func stop() {
        content.withLock { content in
            content.isStopped = true
            content.tasks = [:]
        }
        answer(false)
        for antenna in antennas.values {
            antenna.stop()
        }
    }

    // MARK: - Waking

    func schedule(_ task: PhoneTask, of client: ClientID, at time: UnixTime?) {
        content.withLock { content in
            if !content.isStopped {
                content.tasks[Wake(client: client, task: task)] = time
            }
        }
    }

    /// The time of the next task.
    var nextTask: UnixTime? { content.withLock { $0.tasks.values.min() } }

    /// Removes and returns a due task, the earliest first.
    func takeTask(dueAt now: UnixTime) -> Wake? {
        content.withLock { content in
            guard let (wake, time) = content.tasks.min(by: { $0.value < $1.value }), time <= now else {
                return nil
            }
            content.tasks[wake] = nil
            return wake
        }
    }
}

// MARK: - Facts

extension SimulatedSystem {
    func facts(for client: ClientID) -> PhoneFacts {
        let state = state
        return PhoneFacts(
            systemVersion: Self.systemVersion(platform, isOld: state.mishaps.isSystemOld),
            servicesVersion: platform == .iOS
                ? nil : state.mishaps.areServicesOld ? SystemVersion(20, 18, 12) : SystemVersion(20, 45, 16),
            model: platform == .iOS ? "Avviso iPhone" : "Avviso Android",
            isLocationOn: state.isLocationOn,
            notificationPermission: state[client].notificationPermission(on: platform),
            languages: [state.language]
        )
    }

    /// A version of 2020, or the last before the framework.
    private static func systemVersion(_ platform: PhonePlatform, isOld: Bool) -> SystemVersion {
        switch platform {
        case .iOS: isOld ? SystemVersion(13, 4, 1) : SystemVersion(14, 2)
        case .android: isOld ? SystemVersion(5, 1) : SystemVersion(11)
        }
    }
}
