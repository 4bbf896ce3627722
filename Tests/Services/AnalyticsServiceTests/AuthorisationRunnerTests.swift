import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import Logging
import ServiceTesting
import StoreConformance
import Stores
import Synchronization
import Testing

@testable import AnalyticsService

/// One device at Apple's, which answers at once.
private final class OneDevice: DeviceCheck {
    let longestCall = Duration.seconds(1)
    private let state = Mutex((device: DeviceState(bits: .clear, lastUpdate: nil), failures: 0, refuses: false))

    func plan(failures: Int) { state.withLock { $0.failures = failures } }
    func refuse() { state.withLock { $0.refuses = true } }
    var device: DeviceState { state.withLock { $0.device } }

    func validate(_ token: DeviceToken) async throws(DeviceCheckError) { try call() }

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState {
        try call()
        return device
    }

    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError) {
        try call()
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

@Suite("The runner of authorisation jobs")
struct AuthorisationRunnerTests {
    private let store = InMemoryAuthorisations()
    private let apple = OneDevice()
    private let clock = ManualClock(AuthorisationWorld.middle)
    private let pacemaker = ManualPacemaker()
    private static let token = TokenIdentifier(digest: [UInt8](repeating: 1, count: 32))

    private func runner() -> AuthorisationRunner {
        AuthorisationRunner(
            store: store,
            deviceCheck: apple,
            timing: AuthorisationWorld.timing(leaseLimit: 900),
            clock: clock,
            pacemaker: pacemaker,
            generator: SeededGenerator(seed: 1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func enqueue(_ number: UInt8 = 1) async throws {
        let job = AuthorisationJob(
            token: TokenIdentifier(digest: [UInt8](repeating: number, count: 32)),
            deviceToken: DeviceToken(exposing: "dG9rZW4="),
            expiry: clock.now().advanced(bySeconds: 86_400)
        )
        _ = try await store.enqueue(job, in: AuthorisationWorld.month, limit: 10)
    }

    /// Runs a runner until `isDone`, moving both clocks a second at a time.
    private func run(until isDone: @Sendable () async throws -> Bool) async throws {
        let runner = runner()
        let running = Task { await runner.run() }
        defer { running.cancel() }
        for _ in 0..<10_000 where try await !isDone() {
            await Task.yield()
            pacemaker.advance(by: .milliseconds(100))
        }
        let done = try await isDone()
        #expect(done)
        running.cancel()
        await running.value
    }

    private func isIdle() async throws -> Bool {
        try await store.jobs(after: nil, limit: 1).isEmpty
    }

    @Test("authorises a token, and leaves the bits clear")
    func authorises() async throws {
        try await enqueue()
        try await run { try await isIdle() }
        #expect(store.authorised == [Self.token: AuthorisationWorld.month])
        #expect(apple.device == DeviceState(bits: .clear, lastUpdate: AuthorisationWorld.month))
    }

    @Test("waits while Apple is unavailable, and goes on")
    func unavailable() async throws {
        apple.plan(failures: 5)
        try await enqueue()
        try await run { try await isIdle() }
        #expect(store.authorised.count == 1)
    }

    @Test("of tokens of one device authorises one at most, and takes up what was left")
    func several() async throws {
        for number in 1...5 as ClosedRange<UInt8> {
            try await enqueue(number)
        }
        try await run { try await isIdle() }
        #expect(store.authorised.count <= 1)
    }

    @Test("stops between two steps, and another takes the job up where it was")
    func resumes() async throws {
        try await enqueue()
        try await run { try await store.jobs(after: nil, limit: 1).first?.step == .marked }
        #expect(apple.device.bits == .waiting)
        try await run { try await isIdle() }
        #expect(store.authorised.count == 1)
    }

    @Test("drops a job whose device token Apple refuses")
    func refused() async throws {
        apple.refuse()
        try await enqueue()
        try await run { try await isIdle() }
        #expect(store.authorised.isEmpty)
        #expect(try await store.ownFailures(in: AuthorisationWorld.month) == 0)
    }
}
