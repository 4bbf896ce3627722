import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives

/// Sequences of requests to verification and submission: two to the first, then one to the second.
typealias TrafficState = StateSlice<TrafficMemory, TrafficSession>

struct TrafficMemory: Codable, Equatable, Sendable {
    /// The random bytes of ``CoverSchedule``; nil before the onboarding is completed.
    var secret: [UInt8]?
    /// When the last sequence in the background began, or the phone began to have them.
    var last: UnixTime?
}

/// An interrupted sequence has ended.
struct TrafficSession: Equatable, Sendable {
    var sequence: RequestSequence?
    /// These begin once the sequence under way has ended.
    var waiting: [Errand] = []
}

/// The purpose of a sequence.
enum Errand: Equatable, Sendable {
    case cover
    case registration
    case question
    case upload
}

struct RequestSequence: Equatable, Sendable {
    let pattern: RequestPattern
    let errand: Errand
    /// The place of the request under way, from 0; −1 before the first.
    var place = -1
    /// Whether a genuine request failed, so that the later ones are fakes.
    var hasFailed = false
}

/// One request of a sequence.
enum SequenceCall: SliceEffect {
    case fake(FakeRequest)
    case register(RegistrationAttempt)
    case ask(RegistrationToken)
    case takeTAN(RegistrationToken, PhoneNonce)
    case upload(TAN, [UInt8])
}

/// The answer to a request of a sequence.
enum CallAnswer: Sendable {
    /// To a fake. It means nothing.
    case fake
    case registration(Result<RegistrationToken, ExchangeFailure>)
    case question(Result<TestResultAnswer, ExchangeFailure>)
    case tan(Result<TAN, ExchangeFailure>)
    /// Nil if the server has the keys.
    case upload(ExchangeFailure?)

    var hasFailed: Bool {
        switch self {
        case .registration(.failure), .question(.failure), .tan(.failure), .upload(.some): true
        case .fake, .registration, .question, .tan, .upload: false
        }
    }
}

enum TrafficMessage: Sendable {
    /// The onboarding is completed: from now on the phone has sequences.
    case start
    case woken
    /// The person wants something now.
    case begin(Errand)
    /// The slice that wanted a genuine request has nothing to send any more.
    case fill(FakeRequest)
    case answered(CallAnswer)
    case next
    case abort
    case requestWakeUp(isLaunch: Bool)
}

struct TrafficReducer: AppSlice {
    func reduce(
        _ state: inout TrafficState,
        _ message: TrafficMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .start:
            guard state.secret == nil else {
                return []
            }
            state.secret = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
            state.last = now
            return requestWakeUp(state, in: whole, at: now, isLaunch: false)
        case .woken:
            return woken(&state, in: whole, at: now)
        case .begin(let errand):
            return begin(errand, &state, in: whole, at: now)
        case .fill(let kind):
            return [.perform(.send(.fake(kind)))]
        case .answered(let answer):
            if answer.hasFailed {
                state.sequence?.hasFailed = true
            }
            return handOver(answer) + [.tell(.traffic(.next))]
        case .next:
            return next(&state)
        case .abort:
            (state.sequence, state.waiting) = (nil, [])
            return []
        case .requestWakeUp(let isLaunch):
            return requestWakeUp(state, in: whole, at: now, isLaunch: isLaunch)
        }
    }

    // MARK: - Times

    /// Begins one sequence, however many times have passed while the phone was off.
    private func woken(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard let schedule = schedule(state, in: whole), let last = state.last else {
            return []
        }
        var steps: [AppStep] = []
        if last > now {
            // The clock was set back. The times go on from here.
            state.last = now
        } else if schedule.isDue(since: last, at: now) {
            state.last = now
            steps = begin(whole.waitingErrand(at: now), &state, in: whole, at: now)
        }
        return requestWakeUp(state, in: whole, at: now, isLaunch: false) + steps
    }

    private func requestWakeUp(
        _ state: TrafficState,
        in whole: AppState,
        at now: UnixTime,
        isLaunch: Bool
    ) -> [AppStep] {
        guard let schedule = schedule(state, in: whole), let last = state.last else {
            return []
        }
        let due = schedule.next(after: min(last, now))
        // A minute lies between, so a phone that crashes in a sequence does not send one at each start.
        let time = isLaunch ? max(due, now.advanced(bySeconds: 60)) : due
        return [.perform(.schedule(.traffic, at: time))]
    }

    private func schedule(_ state: TrafficState, in whole: AppState) -> CoverSchedule? {
        guard let secret = state.secret, let configuration = whole.session.configuration else {
            return nil
        }
        return CoverSchedule(secret: SecretBytes(secret), configuration)
    }

    // MARK: - Sequences

    private func begin(
        _ errand: Errand,
        _ state: inout TrafficState,
        in whole: AppState,
        at now: UnixTime
    ) -> [AppStep] {
        guard state.sequence != nil else {
            state.sequence = RequestSequence(pattern: whole.pattern(of: errand, at: now), errand: errand)
            return [.tell(.traffic(.next))]
        }
        if !state.waiting.contains(errand) {
            state.waiting.append(errand)
        }
        return []
    }

    private func next(_ state: inout TrafficState) -> [AppStep] {
        guard var sequence = state.sequence else {
            return []
        }
        sequence.place += 1
        guard let request = sequence.pattern.request(at: sequence.place, genuineFailed: sequence.hasFailed) else {
            state.sequence = nil
            return state.waiting.isEmpty ? [] : [.tell(.traffic(.begin(state.waiting.removeFirst())))]
        }
        state.sequence = sequence
        guard request.isGenuine else {
            return [.perform(.send(.fake(request.kind)))]
        }
        switch request.kind {
        case .registration: return [.tell(.tests(.sendRegistration))]
        case .result: return [.tell(.tests(.sendQuestion))]
        case .tan: return [.tell(.submission(.sendRequestForTAN))]
        case .upload: return [.tell(.submission(.sendUpload))]
        }
    }

    private func handOver(_ answer: CallAnswer) -> [AppStep] {
        switch answer {
        case .fake: []
        case .registration(let result): [.tell(.tests(.registrationAnswered(result)))]
        case .question(let result): [.tell(.tests(.questionAnswered(result)))]
        case .tan(let result): [.tell(.submission(.tanAnswered(result)))]
        case .upload(let failure): [.tell(.submission(.uploadAnswered(failure)))]
        }
    }
}

extension StateSlice<TrafficMemory, TrafficSession> {
    /// Whether a sequence with this purpose has begun, or begins after the one under way.
    func isUnderWay(_ errand: Errand) -> Bool {
        session.sequence?.errand == errand || session.waiting.contains(errand)
    }
}

extension AppState {
    /// The purpose of the next sequence in the background. At most one thing is done in each.
    func waitingErrand(at now: UnixTime) -> Errand {
        if submission.isUploadDue(at: now) {
            return .upload
        }
        if tests.isRegistrationDue(at: now) {
            return .registration
        }
        let pauses = session.configuration?.resultPolling
        return pauses.map { tests.isQuestionDue(at: now, pauses: $0) } ?? false ? .question : .cover
    }

    /// The requests of a sequence.
    func pattern(of errand: Errand, at now: UnixTime) -> RequestPattern {
        switch errand {
        case .cover: .cover
        case .registration: .registration
        case .question: .question
        case .upload: submission.plan?.upload.map { $0.needsTAN(at: now) ? .upload : .uploadWithTAN } ?? .cover
        }
    }
}
