import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Logging
import Persistence
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@testable import ImmuniAnalytics

/// One device at Apple's, which answers at once.
private final class OneDevice: DeviceCheck {
    let longestCall = Duration.seconds(1)
    private let state = Mutex(
        (device: DeviceState(bits: .clear, lastUpdate: nil), failures: 0, refuses: false, heldCount: 0)
    )

    func plan(failures: Int) { state.withLock { $0.failures = failures } }
    func refuse() { state.withLock { $0.refuses = true } }
    var device: DeviceState { state.withLock { $0.device } }
    /// The number of writes that wait for `release`.
    var heldCount: Int { state.withLock { $0.heldCount } }

    /// The token with which Apple's server always fails.
    static let unlucky = DeviceToken(exposing: "dW5sdWNreQ==")
    /// Writes with this token wait until `release`. Its read happened before all writes.
    static let slow = DeviceToken(exposing: "c2xvdw==")
    private let (gate, opening) = AsyncStream<Void>.makeStream()

    func release() { opening.finish() }

    func validate(_ token: DeviceToken) async throws(DeviceCheckError) {
        guard token != Self.unlucky else {
            throw .unavailable
        }
        try call()
    }

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState {
        try call()
        return token == Self.slow ? DeviceState(bits: .clear, lastUpdate: nil) : device
    }

    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError) {
        try call()
        if token == Self.slow {
            state.withLock { $0.heldCount += 1 }
            for await _ in gate {}
            state.withLock { $0.heldCount -= 1 }
        }
        state.withLock { $0.device = DeviceState(bits: bits, lastUpdate: AuthorisationWorld.month) }
    }

    private func call() throws(DeviceCheckError) {
        let error = state.withLock { state -> DeviceCheckError? in
            if state.refuses {
                return .tokenRefused
            }
            state.failures -= 1
            return state.failures >= 0 ? .unavailable : nil
        }
        if let error {
            throw error
        }
    }
}

@Suite("The runner of authorisation jobs", .timeLimit(.minutes(10)))
struct AuthorisationRunnerTests {
    private let stores: AnalyticsStoreHandles
    private let apple = OneDevice()
    private let clock = ManualClock(AuthorisationWorld.middle)
    private let monotonicClock = ManualMonotonicClock()
    private let steps = RecordedSteps()
    private static let limits = AuthorisationLimits(jobs: 10, unproven: 10)
    private static let token = TokenIdentifier(digest: [UInt8](repeating: 1, count: 32))

    private var store: any AuthorisationStore { stores.authorisations }

    init() async throws { stores = try await .temporary() }

    private func runner(asking deviceCheck: (any DeviceCheck)?) -> AuthorisationRunner {
        AuthorisationRunner(
            store: store,
            limits: Self.limits,
            deviceCheck: deviceCheck,
            timing: AuthorisationWorld.timing(leaseLimit: 900),
            clock: clock,
            trusted: clock,
            monotonicClock: monotonicClock,
            generator: SeededGenerator(seed: 1),
            steps: steps,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func enqueue(
        _ number: UInt8 = 1,
        _ deviceToken: DeviceToken = DeviceToken(exposing: "dG9rZW4=")
    ) async throws {
        let job = AuthorisationJob(
            token: TokenIdentifier(digest: [UInt8](repeating: number, count: 32)),
            deviceToken: deviceToken,
            expiry: clock.now().advanced(bySeconds: 86_400)
        )
        _ = try await store.enqueue(job, in: AuthorisationWorld.months, limits: Self.limits)
    }

    /// Runs a runner until `isDone`, and moves both clocks second by second.
    private func run(asksApple: Bool = true, until isDone: @Sendable () async throws -> Bool) async throws {
        let runner = runner(asking: asksApple ? apple : nil)
        let running = Task { await runner.run() }
        defer { running.cancel() }
        var done = false
        for _ in 0..<10_000 {
            // The runner and its jobs do what they can before anybody looks and before time continues. Otherwise a
            // loaded machine would delay them, and a test that looks at the lease would keep it from the runner.
            while runner.activeCount + 1 - apple.heldCount != monotonicClock.wakeUps.count {
                await Task.yield()
            }
            done = try await isDone()
            guard !done else {
                break
            }
            monotonicClock.advance(by: .milliseconds(100))
        }
        #expect(done)
        running.cancel()
        await running.value
    }

    private func isIdle() async throws -> Bool { try await store.jobs(after: nil, limit: 1).isEmpty }
    private func isMarked() async throws -> Bool { try await store.jobs(after: nil, limit: 1).first?.step == .marked }
    private func runUntilIdle() async throws { try await run { try await isIdle() } }

    @Test("authorises a token, passes each step in its order, and leaves the bits clear")
    func authorises() async throws {
        try await enqueue()
        try await runUntilIdle()
        #expect(try await stores.authorised == [Self.token: AuthorisationWorld.month])
        #expect(apple.device == DeviceState(bits: .clear, lastUpdate: AuthorisationWorld.month))
        let expected: [DurabilityStep] = [
            .markRecorded, .markWritten, .markedRecorded, .leaseTaken, .clearingRecorded, .bitsCleared,
            .tokenAuthorised,
        ]
        #expect(steps.all == expected)
    }

    @Test("waits while Apple is unavailable, and continues")
    func unavailable() async throws {
        apple.plan(failures: 5)
        try await enqueue()
        try await runUntilIdle()
        #expect(try await stores.authorised.count == 1)
    }

    @Test("authorises at most one of the tokens of one device, and resumes what was left")
    func several() async throws {
        for number in 1...5 as ClosedRange<UInt8> {
            try await enqueue(number)
        }
        try await runUntilIdle()
        #expect(try await stores.authorised.count <= 1)
    }

    @Test("stops between two steps, and another runner resumes the job there")
    func resumes() async throws {
        try await enqueue()
        try await run { try await isMarked() }
        #expect(apple.device.bits == .waiting)
        try await runUntilIdle()
        #expect(try await stores.authorised.count == 1)
    }

    @Test("leaves every job as it is while the clock is held, also a running one, and continues afterwards")
    func heldClock() async throws {
        try await enqueue()
        try await run { try await isMarked() }
        try await enqueue(2)
        let steps = try await store.jobs(after: nil, limit: 10).map(\.step)
        // By this clock both jobs have expired, and the month has changed.
        clock.advance(bySeconds: 40 * 86_400)
        clock.hold(since: AuthorisationWorld.middle)
        let start = monotonicClock.elapsed()
        try await run { monotonicClock.elapsed() - start > .seconds(100) }
        #expect(try await store.jobs(after: nil, limit: 10).map(\.step) == steps)
        #expect(try await stores.authorised.isEmpty)
        clock.advance(bySeconds: -40 * 86_400)
        clock.trust()
        try await runUntilIdle()
        #expect(try await stores.authorised.count == 1)
    }

    @Test("stops a job if the clock jumps in the middle of it")
    func heldUnderWay() async throws {
        try await enqueue()
        try await run {
            guard try await isMarked() else {
                return false
            }
            clock.advance(bySeconds: 40 * 86_400)
            clock.hold(since: AuthorisationWorld.middle)
            return true
        }
        #expect(try await isMarked())
    }

    @Test("leaves the jobs to another process while the clock is held")
    func heldLease() async throws {
        try await run {
            let lease = try await store.takeLease()
            if clock.isTrusted {
                #expect(lease == nil, "the runner has it")
                clock.hold(since: AuthorisationWorld.middle)
                return false
            }
            return lease != nil
        }
        clock.trust()
        try await enqueue()
        try await runUntilIdle()
        #expect(try await stores.authorised.count == 1)
    }

    @Test("drops a job whose device token Apple refuses")
    func refused() async throws {
        apple.refuse()
        try await enqueue()
        try await runUntilIdle()
        #expect(try await stores.authorised.isEmpty)
        #expect(try await store.ownFailures(in: AuthorisationWorld.month) == 0)
    }

    @Test("drops a job that Apple keeps failing while it answers others, and keeps it if Apple answers nobody")
    func hopeless() async throws {
        try await enqueue(1)
        try await enqueue(2, OneDevice.unlucky)
        try await runUntilIdle()
        #expect(try await Set(stores.authorised.keys) == [Self.token])
        #expect(try await store.ownFailures(in: AuthorisationWorld.month) == 0)
        try await enqueue(3, OneDevice.unlucky)
        let start = monotonicClock.elapsed()
        try await run { monotonicClock.elapsed() - start > .seconds(100) }
        #expect(try await !isIdle())
    }

    @Test("gives nobody the last interval while a write of bit 0 is overdue")
    func overdue() async throws {
        try await enqueue(2, OneDevice.slow)
        try await run {
            let jobs = try await store.jobs(after: nil, limit: 2)
            if jobs.last?.step == .marking {
                try await enqueue(1)
            }
            guard monotonicClock.elapsed() < .seconds(50) else {
                apple.release()
                return try await isIdle()
            }
            let isLent = jobs.contains { $0.step.holdsLease }
            #expect(!isLent)
            return false
        }
        #expect(try await stores.authorised == [Self.token: AuthorisationWorld.month])
        #expect(try await store.ownFailures(in: AuthorisationWorld.month) == 1)
    }

    @Test("reports at once to the store that Apple's failure delays a job")
    func disturbed() async throws {
        try await enqueue()
        try await run {
            if try await isMarked() {
                apple.plan(failures: 10_000)
            }
            return try await store.ownFailures(in: AuthorisationWorld.month) == 1
        }
    }

    @Test("without Apple, authorises a job that needs no proof, and drops a job of other settings")
    func withoutAsking() async throws {
        try await enqueue(1, .none)
        try await enqueue(2)
        try await run(asksApple: false) { try await isIdle() }
        #expect(try await stores.authorised == [Self.token: AuthorisationWorld.month])
    }
}
