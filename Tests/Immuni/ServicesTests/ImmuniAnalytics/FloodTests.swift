import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@testable import ImmuniAnalytics

/// Apple's server with many devices. Device tokens that begin with "phone" are genuine, all others are invented. Each
/// call takes the given time.
private final class ManyDevices: DeviceCheck {
    let longestCall = Duration.seconds(1)
    private let latency: Duration
    private let monotonicClock: ManualMonotonicClock
    private let state = Mutex((devices: [String: DeviceState](), calls: 0))

    init(latency: Duration, monotonicClock: ManualMonotonicClock) {
        self.latency = latency
        self.monotonicClock = monotonicClock
    }

    var calls: Int { state.withLock { $0.calls } }

    func validate(_ token: DeviceToken) async throws(DeviceCheckError) { try await call(token) }

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState {
        try await call(token)
        return state.withLock { $0.devices[token.exposedText] } ?? DeviceState(bits: .clear, lastUpdate: nil)
    }

    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError) {
        try await call(token)
        state.withLock { $0.devices[token.exposedText] = DeviceState(bits: bits, lastUpdate: AuthorisationWorld.month) }
    }

    private func call(_ token: DeviceToken) async throws(DeviceCheckError) {
        state.withLock { $0.calls += 1 }
        do {
            try await monotonicClock.sleep(until: monotonicClock.elapsed() + latency)
        } catch {
            throw .unavailable
        }
        guard token.exposedText.hasPrefix("phone") else {
            throw .tokenRefused
        }
    }
}

@Suite("A flood of invented device tokens", .timeLimit(.minutes(10)))
struct FloodTests {
    private let stores: AnalyticsStoreHandles
    private let clock = ManualClock(AuthorisationWorld.middle)
    private let monotonicClock = ManualMonotonicClock()
    private let log = LogCapture()
    private static let limits = AuthorisationLimits(jobs: 20_000, unproven: 300)

    private var store: any AuthorisationStore { stores.authorisations }

    init() async throws { stores = try await .temporary() }

    private func job(_ token: TokenIdentifier, _ deviceToken: String) -> AuthorisationJob {
        let expiry = clock.now().advanced(bySeconds: 86_400)
        return AuthorisationJob(token: token, deviceToken: DeviceToken(exposing: deviceToken), expiry: expiry)
    }

    private func enqueue(_ token: TokenIdentifier, _ deviceToken: String) async throws {
        let job = job(token, deviceToken)
        #expect(try await store.enqueue(job, in: AuthorisationWorld.months, limits: Self.limits) != .full)
    }

    /// Enqueues `count` invented tokens.
    private func enqueueJunk(_ count: Int, _ generator: inout SeededGenerator) async throws {
        for _ in 0..<count {
            try await enqueue(Self.token(&generator), "junk")
        }
    }

    private static func token(_ generator: inout SeededGenerator) -> TokenIdentifier {
        TokenIdentifier(digest: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Those of `tokens` that are not authorised.
    private func waiting(of tokens: [TokenIdentifier]) async throws -> Set<TokenIdentifier> {
        Set(tokens).subtracting(try await stores.authorised.keys)
    }

    private func runner(asking apple: ManyDevices?) -> AuthorisationRunner {
        AuthorisationRunner(
            store: store,
            limits: Self.limits,
            deviceCheck: apple,
            timing: AuthorisationWorld.timing(leaseLimit: 900),
            clock: clock,
            trusted: clock,
            monotonicClock: monotonicClock,
            generator: SeededGenerator(seed: 1),
            logger: log.logger
        )
    }

    /// Waits until the runner and its jobs have done what they can before time continues.
    private func settle(_ runner: AuthorisationRunner) async {
        while runner.activeCount + 1 != monotonicClock.wakeUps.count {
            await Task.yield()
        }
    }

    /// Runs a runner while `flood` requests arrive each second, and honest phones ask each second until they are
    /// authorised.
    ///
    /// - Returns: the number of Apple's calls until all phones were authorised, or nil after `seconds`.
    private func calls(flood: Int, phones count: Int, latency: Duration, seconds: Int) async throws -> Int? {
        let apple = ManyDevices(latency: latency, monotonicClock: monotonicClock)
        let runner = runner(asking: apple)
        var generator = SeededGenerator(seed: 5)
        let phones = (0..<count).map { _ in Self.token(&generator) }
        // The queue is full of junk before the first honest request.
        try await enqueueJunk(2 * Self.limits.unproven, &generator)
        let running = Task { await runner.run() }
        defer { running.cancel() }
        for _ in 0..<seconds {
            var waiting = try await waiting(of: phones)
            guard !waiting.isEmpty else {
                break
            }
            for part in 0..<10 {
                try await enqueueJunk(flood / 10, &generator)
                waiting = try await self.waiting(of: phones)
                for (number, phone) in phones.enumerated() where number % 10 == part && waiting.contains(phone) {
                    try await enqueue(phone, "phone \(number)")
                }
                await settle(runner)
                monotonicClock.advance(by: .milliseconds(100))
            }
            clock.advance(bySeconds: 1)
        }
        let calls = apple.calls
        running.cancel()
        await running.value
        return try await waiting(of: phones).isEmpty ? calls : nil
    }

    private static let floods: [(perSecond: Int, latency: Duration)] = [
        (500, .milliseconds(100)), (1000, .milliseconds(100)), (1000, .milliseconds(900)),
    ]

    @Test(
        "keeps no phone from its token, even if requests displace others faster than Apple answers",
        arguments: floods.prefix(Effort.choose(short: 1, every: 3, whole: 3))
    )
    func flood(perSecond: Int, latency: Duration) async throws {
        let calls = try await calls(flood: perSecond, phones: 10, latency: latency, seconds: 600)
        // A few calls for each phone, and the others for junk: far fewer than one for each invented token.
        let bound = AuthorisationRunner.maxAskedCount * 600
        #expect(calls.map { $0 <= bound } == true, "\(calls.map(String.init) ?? "never")")
        #expect(try await store.displacedCount() > 0)
    }

    @Test("is reported to the operator once a minute, without any token")
    func told() async throws {
        let runner = runner(asking: nil)
        var generator = SeededGenerator(seed: 5)
        let running = Task { await runner.run() }
        await monotonicClock.sleepers(atLeast: 1)
        for expected in 1...2 {
            try await enqueueJunk(2 * Self.limits.unproven, &generator)
            while log.lines.count(where: { $0.contains("unproven-tokens-displaced") }) < expected {
                await settle(runner)
                monotonicClock.advance(by: .seconds(1))
            }
        }
        #expect(monotonicClock.elapsed() >= .seconds(120))
        #expect(!log.contains("junk"))
        running.cancel()
        await running.value
    }

    @Test("causes no more concurrent first calls to Apple than there are places for them")
    func places() async throws {
        let apple = ManyDevices(latency: .seconds(3600), monotonicClock: monotonicClock)
        let runner = runner(asking: apple)
        var generator = SeededGenerator(seed: 5)
        try await enqueueJunk(Self.limits.unproven, &generator)
        // A proven job still runs.
        #expect(try await store.prove(job(Self.token(&generator), "phone"), limits: Self.limits))
        let running = Task { await runner.run() }
        while apple.calls < AuthorisationRunner.maxAskedCount + 1 {
            await settle(runner)
            monotonicClock.advance(by: .milliseconds(100))
        }
        for _ in 0..<100 {
            await settle(runner)
            monotonicClock.advance(by: .milliseconds(100))
        }
        #expect(apple.calls == AuthorisationRunner.maxAskedCount + 1)
        #expect(runner.activeCount == AuthorisationRunner.maxAskedCount + 1)
        running.cancel()
        await running.value
    }
}
