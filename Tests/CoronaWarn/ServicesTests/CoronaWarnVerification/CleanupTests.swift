import ClockPorts
import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import ServiceTesting
import Testing

@Suite("The clean-up of registrations")
struct CleanupTests {
    private static let day = CoronaWarnSamples.day

    /// Whether the test can be registered now.
    private static func canRegister(_ sample: SampleVerification, _ number: UInt8, token: UInt8) async throws -> Bool {
        let outcome = try await sample.store.register(
            CoronaWarnSamples.registration(number, token: token),
            wrongTeleTANs: 10,
            now: sample.clock.now()
        )
        return outcome == .registered
    }

    private static func send(_ sample: SampleVerification, _ number: UInt8) async throws {
        let batch = CoronaWarnSamples.batch([number: .positive])
        #expect(try await sample.results.store(batch, from: "lab", now: sample.clock.now()) == .stored)
    }

    /// Runs the jobs of both services.
    private static func clean(_ sample: SampleVerification) async throws {
        _ = try await sample.results.retain(now: sample.clock.now(), redeemAge: 21 * day, deleteAge: 60 * day)
        _ = try await sample.cleanup.run()
    }

    @Test("a test without a result can be registered again after 60 days, and not before")
    func withoutResult() async throws {
        let sample = try await SampleVerification()
        #expect(try await Self.canRegister(sample, 1, token: 1))
        for (days, isFree) in [(21, false), (22, false), (59, false), (60, true)] {
            sample.clock.set(CoronaWarnSamples.now.advanced(bySeconds: Int64(days) * Self.day))
            try await Self.clean(sample)
            #expect(try await Self.canRegister(sample, 1, token: UInt8(days)) == isFree, "after \(days) days")
        }
    }

    @Test("a test whose result came on day 50 can be registered again after day 110, and not before")
    func withLateResult() async throws {
        let sample = try await SampleVerification()
        #expect(try await Self.canRegister(sample, 1, token: 1))
        sample.clock.advance(bySeconds: 50 * Self.day)
        try await Self.send(sample, 1)
        for (days, isFree) in [(60, false), (61, false), (109, false), (110, true)] {
            sample.clock.set(CoronaWarnSamples.now.advanced(bySeconds: Int64(days) * Self.day))
            try await Self.clean(sample)
            #expect(try await Self.canRegister(sample, 1, token: UInt8(days)) == isFree, "after \(days) days")
        }
    }

    @Test("one run forgets all old tests but those with a result")
    func oneRun() async throws {
        let sample = try await SampleVerification()
        for number in 1...UInt8(200) {
            #expect(try await Self.canRegister(sample, number, token: number))
        }
        try await Self.send(sample, 7)
        sample.clock.advance(bySeconds: 60 * Self.day)
        let outcome = try await sample.cleanup.run()
        #expect(outcome.tests == 199)
        #expect(outcome.tracesErased)
    }

    @Test("nothing is deleted while the clock is not trusted")
    func held() async throws {
        let sample = try await SampleVerification()
        #expect(try await Self.canRegister(sample, 1, token: 1))
        sample.clock.advance(bySeconds: 100 * Self.day)
        sample.clock.hold(since: CoronaWarnSamples.now)
        await #expect(throws: ClockHold.self) { try await sample.cleanup.run() }
        #expect(try await !Self.canRegister(sample, 1, token: 2))
        sample.clock.trust()
        _ = try await sample.cleanup.run()
        #expect(try await Self.canRegister(sample, 1, token: 2))
    }
}
