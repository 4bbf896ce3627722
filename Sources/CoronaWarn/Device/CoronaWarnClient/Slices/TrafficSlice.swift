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

/// An interrupted sequence has ended, and so has the plan of the opening in which it was.
struct TrafficSession: Equatable, Sendable {
    var sequence: RequestSequence?
    /// The plan of the last opening; nil before the first.
    var opening: OpeningPlan?
    /// Whether the time of a sequence in the background came while another one was under way.
    var isOwed = false
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

    /// The fake that looks like it.
    var kind: FakeRequest {
        switch self {
        case .fake(let kind): kind
        case .register: .registration
        case .ask: .result
        case .takeTAN: .tan
        case .upload: .upload
        }
    }
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
    /// The time of a sequence in the background has come.
    case woken
    case appOpened
    case appLeft
    /// The time of the next sequence of the opening has come.
    case planned
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
                + (whole.life.isForeground ? [.tell(.traffic(.appOpened))] : [])
        case .woken:
            return woken(&state, in: whole, at: now)
        case .appOpened:
            return appOpened(&state, at: now)
        case .appLeft:
            state.opening?.leave(at: now)
            return requestPlanned(state)
        case .planned:
            return planned(&state, in: whole, at: now)
        case .fill(let kind):
            return [.perform(.send(.fake(kind)))]
        case .answered(let answer):
            if answer.hasFailed {
                state.sequence?.hasFailed = true
            }
            return handOver(answer)
        case .next:
            return next(&state, in: whole, at: now)
        case .abort:
            state.session = TrafficSession()
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
            if state.sequence == nil {
                steps = begin(&state, in: whole, at: now)
            } else {
                state.isOwed = true
            }
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

    // MARK: - The plan of an opening

    /// Before the onboarding is completed no app has anything to send, and none sends anything.
    private func appOpened(_ state: inout TrafficState, at now: UnixTime) -> [AppStep] {
        guard state.secret != nil else {
            return []
        }
        state.opening = OpeningPlan(openedAt: now, after: state.opening)
        return requestPlanned(state)
    }

    private func planned(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard let opening = state.opening, opening.isDue(at: now) else {
            return requestPlanned(state)
        }
        guard state.sequence == nil else {
            // It begins when the one under way ends, or here, if that one is cut off.
            let later = now.advanced(bySeconds: OpeningPlan.shortPause)
            return [.perform(.schedule(.planned, at: later))]
        }
        return beginPlanned(&state, in: whole, at: now)
    }

    /// Begins a sequence of the plan. Behind the first one of a process the settings are fetched.
    private func beginPlanned(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        state.opening?.begin(at: now)
        return requestPlanned(state) + begin(&state, in: whole, at: now) + [.tell(.session(.fetchAtStart))]
    }

    private func requestPlanned(_ state: TrafficState) -> [AppStep] {
        state.opening.map { [.perform(.schedule(.planned, at: $0.next))] } ?? []
    }

    // MARK: - Sequences

    private func begin(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        let errand = whole.waitingErrand(at: now)
        state.sequence = RequestSequence(pattern: whole.pattern(of: errand, at: now), errand: errand)
        return [.tell(.traffic(.next))]
    }

    private func next(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard var sequence = state.sequence else {
            return []
        }
        sequence.place += 1
        guard let request = sequence.pattern.request(at: sequence.place, genuineFailed: sequence.hasFailed) else {
            state.sequence = nil
            return following(&state, in: whole, at: now)
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

    /// The sequence whose time came while the one that has ended was under way.
    private func following(_ state: inout TrafficState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        if state.isOwed {
            state.isOwed = false
            return begin(&state, in: whole, at: now)
        }
        // Its wake-up begins it, so what waits for the end of this sequence does not wait for the end of that one.
        return state.opening?.isDue(at: now) ?? false ? [.perform(.schedule(.planned, at: now))] : []
    }

    /// Hands an answer over and goes on. A result may show a notification, which must not delay the next request: fakes
    /// follow a question, and they do not need its answer.
    private func handOver(_ answer: CallAnswer) -> [AppStep] {
        let next = AppStep.tell(.traffic(.next))
        return switch answer {
        case .fake: [next]
        case .registration(let result): [.tell(.tests(.registrationAnswered(result))), next]
        case .question(let result): [next, .tell(.tests(.questionAnswered(result)))]
        case .tan(let result): [.tell(.submission(.tanAnswered(result))), next]
        case .upload(let failure): [.tell(.submission(.uploadAnswered(failure))), next]
        }
    }
}

extension AppState {
    /// The purpose of the next sequence, in the background and in the plan of an opening. At most one thing is done in
    /// each.
    func waitingErrand(at now: UnixTime) -> Errand {
        [.upload, .registration, .question].first { isDue($0, at: now) } ?? .cover
    }

    private func isDue(_ errand: Errand, at now: UnixTime) -> Bool {
        switch errand {
        case .cover: true
        case .upload: submission.isUploadDue(at: now)
        case .registration: tests.isRegistrationDue(at: now)
        case .question: session.configuration.map { tests.isQuestionDue(at: now, pauses: $0.resultPolling) } ?? false
        }
    }

    /// Whether the person sees this on its way: in the sequence under way, or for the first time in one of the next of
    /// this opening. Until a repetition begins they see why it is needed.
    func isUnderWay(_ errand: Errand, at now: UnixTime) -> Bool {
        let hasFailed =
            switch errand {
            case .cover: false
            case .upload: submission.failure != nil
            case .registration: tests.registration?.failure != nil
            case .question: tests.test?.failure != nil
            }
        let isNext = (traffic.opening?.isUnderWay ?? false) && isDue(errand, at: now)
        return traffic.sequence?.errand == errand || isNext && !hasFailed
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
