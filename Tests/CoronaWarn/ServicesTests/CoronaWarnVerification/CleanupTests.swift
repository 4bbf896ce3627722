import ClockPorts
import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("The clean-up of registrations")
struct CleanupTests {
    private static let day = CoronaWarnSamples.day

    private let sample: SampleVerification

    init() async throws { sample = try await SampleVerification() }

    /// Whether the test can be registered now.
    private func canRegister(_ number: UInt8 = 1, token: UInt8) async throws -> Bool {
        let registration = CoronaWarnSamples.registration(number, token: token)
        let now = sample.clock.now()
        return try await sample.store.register(registration, wrongTeleTANs: 10, now: now) == .registered
    }

    private func send(_ number: UInt8) async throws {
        let batch = CoronaWarnSamples.batch([number: .positive])
        #expect(try await sample.results.store(batch, from: "lab", now: sample.clock.now()) == .stored)
    }

    /// Runs the jobs of both services after so many days, and tells whether the test is free then.
    private func isFree(after days: Int) async throws -> Bool {
        let now = CoronaWarnSamples.now.advanced(bySeconds: Int64(days) * Self.day)
        sample.clock.set(now)
        _ = try await sample.results.retain(now: now, redeemAge: 21 * Self.day, deleteAge: 60 * Self.day)
        _ = try await sample.cleanup.run()
        return try await canRegister(token: UInt8(days))
    }

    @Test("a test without a result can be registered again after 60 days, and not before")
    func withoutResult() async throws {
        #expect(try await canRegister(token: 1))
        for (days, isExpected) in [(21, false), (22, false), (59, false), (60, true)] {
            #expect(try await isFree(after: days) == isExpected, "after \(days) days")
        }
    }

    @Test("a test whose result came on day 50 can be registered again after day 110, and not before")
    func withLateResult() async throws {
        #expect(try await canRegister(token: 1))
        sample.clock.advance(bySeconds: 50 * Self.day)
        try await send(1)
        for (days, isExpected) in [(60, false), (61, false), (109, false), (110, true)] {
            #expect(try await isFree(after: days) == isExpected, "after \(days) days")
        }
    }

    @Test("one run forgets all old tests but those with a result")
    func oneRun() async throws {
        for number in 1...UInt8(200) {
            #expect(try await canRegister(number, token: number))
        }
        try await send(7)
        sample.clock.advance(bySeconds: 60 * Self.day)
        let outcome = try await sample.cleanup.run()
        #expect(outcome.tests == 199 && outcome.tracesErased)
    }

    @Test("nothing is deleted while the clock is not trusted")
    func held() async throws {
        #expect(try await canRegister(token: 1))
        sample.clock.advance(bySeconds: 100 * Self.day)
        sample.clock.hold(since: CoronaWarnSamples.now)
        await #expect(throws: ClockHold.self) { try await sample.cleanup.run() }
        #expect(try await !canRegister(token: 2))
        sample.clock.trust()
        _ = try await sample.cleanup.run()
        #expect(try await canRegister(token: 2))
    }
}
