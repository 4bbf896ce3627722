import ExposurePrimitives
import Foundation
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization

/// The operating system of a simulated phone: switches, questions to the owner, notifications, and the scheduler that
/// wakes clients. `ClientSystem` is the part of it that a client can reach.
final class SimulatedSystem: Sendable {
    let platform: PhonePlatform
    /// When the frameworks of all clients change identifier and address.
    let rotation: RotationSchedule
    let frameworkAddress = PhoneFrameworkAddress()
    private let antennas: [ClientID: SimulatedAntenna]
    private let connections: [ClientID: ClientConnectionRadio]
    private let file: URL
    private let content: Mutex<Content>

    private struct Content: Sendable {
        var state: SystemState
        /// The first is on the screen, the others follow.
        var questions: [Asked] = []
        var tasks: [Wake: UnixTime] = [:]
        var isStopped = false
        /// Grows with every change that a page shows.
        var version = 0

        mutating func ask(
            _ question: SystemQuestion,
            for client: ClientID,
            _ answer: CheckedContinuation<Bool, Never>
        ) {
            let asked = questions.firstIndex { $0.question.client == client && $0.question.question == question }
            if let asked {
                questions[asked].answers.append(answer)
            } else {
                let open = OpenQuestion(client: client, question: question, number: version)
                questions.append(Asked(question: open, answers: [answer]))
            }
        }
    }

    /// A question, and the client that has it asked.
    struct OpenQuestion: Hashable, Sendable {
        let client: ClientID
        let question: SystemQuestion
        /// Different for each question that the phone asks, so a late answer to another one does nothing.
        let number: Int
    }

    private struct Asked: Sendable {
        let question: OpenQuestion
        var answers: [CheckedContinuation<Bool, Never>]
    }

    /// A background task of a client.
    struct Wake: Hashable, Sendable {
        let client: ClientID
        let task: PhoneTask
    }

    init(
        platform: PhonePlatform,
        file: URL,
        language: String,
        clients: [ClientID],
        rotation: RotationSchedule = .irregular
    ) {
        (self.platform, self.file, self.rotation) = (platform, file, rotation)
        let state = SystemState.load(from: file, language: language, first: clients.first)
        antennas = Dictionary(uniqueKeysWithValues: clients.map { ($0, SimulatedAntenna(state: state.bluetooth)) })
        connections = Dictionary(
            uniqueKeysWithValues: clients.map { ($0, ClientConnectionRadio(state: state.bluetooth)) }
        )
        content = Mutex(Content(state: state))
    }

    /// The radio of a client. All of them follow the phone's switch.
    func antenna(of client: ClientID) -> SimulatedAntenna {
        antennas[client] ?? SimulatedAntenna(state: .unsupported)
    }

    /// The radio of a client for protocols that connect phones.
    func connections(of client: ClientID) -> ClientConnectionRadio {
        connections[client] ?? ClientConnectionRadio(state: .unsupported)
    }

    var state: SystemState { content.withLock { $0.state } }

    /// The question on the screen.
    var question: OpenQuestion? { content.withLock { $0.questions.first?.question } }

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
        for radio in connections.values {
            radio.turn(bluetooth)
        }
    }

    // MARK: - Questions

    /// The owner's answer. A question that comes while another is open waits for its turn. If a client asks again what
    /// it has asked already, one answer counts for both.
    func ask(_ question: SystemQuestion, for client: ClientID) async -> Bool {
        await withCheckedContinuation { answer in
            let isAsked = content.withLock { content in
                guard !content.isStopped else {
                    return false
                }
                content.version += 1
                content.ask(question, for: client, answer)
                return true
            }
            if !isAsked {
                answer.resume(returning: false)
            }
        }
    }

    /// Answers the question on the screen.
    ///
    /// - Parameter number: of the question that is answered.
    /// - Returns: false, without any change, if another question or none is on the screen.
    func answer(_ number: Int, _ isGranted: Bool) -> Bool {
        let answers: [CheckedContinuation<Bool, Never>]? = content.withLock { content in
            guard content.questions.first?.question.number == number else {
                return nil
            }
            content.version += 1
            return content.questions.removeFirst().answers
        }
        answers?.forEach { $0.resume(returning: isGranted) }
        return answers != nil
    }

    /// Refuses open questions, asks no more, and silences the radios.
    func stop() {
        let open = content.withLock { content in
            content.isStopped = true
            content.tasks = [:]
            content.version += 1
            defer { content.questions = [] }
            return content.questions
        }
        open.flatMap(\.answers).forEach { $0.resume(returning: false) }
        frameworkAddress.stop()
        for antenna in antennas.values {
            antenna.stop()
        }
        for radio in connections.values {
            radio.stopConnecting()
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
