import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import WireFormat

/// A small client, as a reader of `docs/mobile-client.md` would write the first one: its owner writes a letter, which
/// takes the place of the next dummy, and is sent again until the server has it.
struct LetterClient: ClientDefinition {
    let transport: any PhoneTransport
    let scheduler: any PhoneScheduler

    struct State: ClientState, Equatable {
        var memory = Memory()
        /// What the client forgets when it ends.
        var sequence: DummySequence?

        struct Memory: Codable, Equatable, Sendable {
            var cover: CoverTrafficPlan?
            var letter: Letter?
            var deliveries = 0
        }

        init() {}

        init(memory: Memory) {
            self.memory = memory
        }

        var cover: CoverTraffic {
            get { CoverTraffic(plan: memory.cover, sequence: sequence) }
            set { (memory.cover, sequence) = (newValue.plan, newValue.sequence) }
        }
    }

    struct Letter: Codable, Equatable, Sendable {
        /// The whole body. Every attempt sends these bytes.
        let body: [UInt8]
        var failures = 0
        var retryAt: UnixTime?
    }

    enum Action: Sendable {
        case launched
        case write(String)
        case woken(PhoneTask)
        case answered(Bool)
    }

    enum Effect: Equatable, Sendable {
        case post([UInt8])
        case postDummy
        case schedule(PhoneTask, at: UnixTime?)
    }

    func reduce(
        _ state: inout State,
        _ action: Action,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Effect] {
        switch action {
        case .launched:
            if state.cover.plan == nil {
                state.cover.begin(at: now, Self.parameters, using: &generator)
            }
            return [
                .schedule(.cover, at: state.cover.wakeUp(on: .background)),
                .schedule(.retry, at: state.memory.letter?.retryAt),
            ]
        case .write(let text):
            let body = try? packet(text, using: &generator).body
            state.memory.letter = state.memory.letter ?? body.map { Letter(body: $0) }
            return []
        case .woken(.cover):
            return state.cover.woken(at: now, isAppOpen: false, Self.parameters, using: &generator)
                .map { effect(of: $0, &state, at: now) }
        case .woken:
            return state.memory.letter.map { [.post($0.body)] } ?? []
        case .answered(true):
            state.memory.deliveries += state.memory.letter == nil ? 0 : 1
            state.memory.letter = nil
            return []
        case .answered(false):
            return retry(&state, at: now, using: &generator)
        }
    }

    func perform(_ effect: Effect, for container: isolated StateContainer<Self>) async -> Action? {
        switch effect {
        case .post(let body):
            return .answered(await isDelivered(body))
        case .postDummy:
            if let dummy = try? packet("", using: &container.generator) {
                _ = await isDelivered(dummy.body)
            }
        case .schedule(let task, let time):
            scheduler.schedule(task, at: time)
        }
        return nil
    }
}

extension LetterClient {
    static let parameters = CoverTraffic.Parameters(
        occasion: .background,
        opportunityMean: 86_400,
        startMean: 15,
        requestMean: 10,
        windowLength: 0,
        continuing: [1, 0.5, 0]
    )
    static let size = 1000
    private static let delay = RetryDelay(first: 60, longest: 3600)

    /// A letter that waits leaves in place of a dummy. Its next attempt is in the file before it leaves.
    private func effect(of step: CoverTraffic.Step, _ state: inout State, at now: UnixTime) -> Effect {
        switch step {
        case .wake(let time):
            return .schedule(.cover, at: time)
        case .send:
            guard let letter = state.memory.letter, letter.retryAt == nil else {
                return .postDummy
            }
            state.memory.letter?.retryAt = now.advanced(bySeconds: Self.delay.longest)
            return .post(letter.body)
        }
    }

    private func retry(
        _ state: inout State,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Effect] {
        guard var letter = state.memory.letter else {
            return []
        }
        letter.failures += 1
        let wait = Self.delay.draw(afterFailures: letter.failures, using: &generator)
        letter.retryAt = now.advanced(bySeconds: wait)
        state.memory.letter = letter
        return [.schedule(.retry, at: letter.retryAt)]
    }

    private func packet(
        _ text: String,
        using generator: inout some RandomNumberGenerator
    ) throws(FixedSizeRequest.TooSmall) -> PhoneRequest {
        try FixedSizeRequest(
            endpoint: Endpoint(.post, "/v1/letters"),
            host: .upload,
            addedHeaders: transport.addedHeaders(to: .upload),
            headers: [],
            body: { Array("\(text)|\($0)".utf8) }
        ).padded(to: Self.size, using: &generator)
    }

    private func isDelivered(_ body: [UInt8]) async -> Bool {
        let request = PhoneRequest(
            host: .upload,
            method: .post,
            target: "/v1/letters",
            headers: [.init("Content-Length", String(body.count))],
            body: body
        )
        return (try? await transport.send(request).status) == 200
    }
}

extension PhoneTask {
    static let cover = PhoneTask("cover")
    static let retry = PhoneTask("retry")
}
