import ExposurePrimitives
import LoadModel
import PhonePorts
import Synchronization
import WireFormat

@testable import LoadGeneration

/// A visit that asks for nothing in particular.
struct Asking: LoadSession {
    var asks = true
    var reads = true

    func request(_ step: Int) -> PhoneRequest? {
        asks ? PhoneRequest(host: .download, method: .get, target: "/one", headers: []) : nil
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool { reads }
}

extension LoadVisit {
    /// A visit that costs nothing.
    init(
        _ name: String,
        perDay: Double,
        on curve: DayCurve,
        _ steps: [LoadStep],
        begin: @escaping @Sendable (SeededGenerator) -> any LoadSession
    ) {
        let cost = VisitCost(microseconds: 0)
        self.init(PlannedVisit(name, perDay: perDay, from: "", on: curve, steps, cost: cost), begin: begin)
    }
}

/// Answers without a server, and counts.
final class Answering: LoadTransport {
    private let answer: @Sendable (_ number: Int) async throws(HTTPExchangeError) -> HTTPAnswer
    private let asked = Mutex(0)

    init(_ answer: @escaping @Sendable (_ number: Int) async throws(HTTPExchangeError) -> HTTPAnswer) {
        self.answer = answer
    }

    var count: Int { asked.withLock(\.self) }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let number = asked.withLock { asked in
            defer { asked += 1 }
            return asked
        }
        return try await answer(number)
    }
}

/// What happened, in its order.
actor Order {
    private(set) var events: [String] = []

    func note(_ event: String) {
        events.append(event)
    }
}

/// Holds those who wait until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if !isOpen {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}

/// A clock on which sleeping takes no time: each sleep moves it to the sleep's end.
final class JumpingClock: Clock {
    private let time = Mutex(Duration.zero)
    private let isSleeping: Bool
    private let last: Int64?
    private let atLast: @Sendable () async -> Void

    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    /// - Parameter sleeping: whether a sleep ends by cancellation alone.
    init(sleeping: Bool = false) {
        isSleeping = sleeping
        last = nil
        atLast = {}
    }

    /// - Parameter action: what happens before the sleep until the last request of `schedule`.
    init(atLast schedule: LoadSchedule, _ action: @escaping @Sendable () async -> Void) {
        isSleeping = false
        last = schedule.requests.last?.time
        atLast = action
    }

    var now: Instant { Instant(offset: time.withLock(\.self)) }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if isSleeping {
            try await Task.sleep(for: .seconds(3600))
        }
        // The run begins a tenth of a second after the clock.
        if let last, deadline.offset == .milliseconds(100) + .microseconds(last) {
            await atLast()
        }
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
