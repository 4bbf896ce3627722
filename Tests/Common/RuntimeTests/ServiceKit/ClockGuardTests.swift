import ClockPorts
import ExposurePrimitives
import ExposureTesting
import Persistence
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing

@Suite("The guard of the clock")
struct ClockGuardTests {
    private let sample: SampleClock

    init() async throws { sample = try await SampleClock() }

    @Test("a jump holds until the clock comes back; until then the present moment is the latest trusted one")
    func jump() async throws {
        let clock = sample.makeGuard()
        #expect(try await clock.trustedNow() == SampleClock.noon)
        sample.pass(30)
        #expect(clock.latestTrusted() == SampleClock.noon.advanced(bySeconds: 30))
        let later = SampleClock.noon.advanced(bySeconds: 30)
        for (jump, trusted) in [(20 * SampleClock.day, SampleClock.noon), (-20 * SampleClock.day, later)] {
            sample.calendar.advance(bySeconds: jump)
            // Nobody has asked the database yet.
            #expect(!clock.isTrusted)
            #expect(clock.currentHold?.deviation == jump)
            #expect(clock.latestTrusted() == trusted)
            await #expect(throws: ClockHold.self) { try await clock.trustedNow() }
            #expect(!clock.isTrusted)
            #expect(clock.latestTrusted() == trusted)
            sample.calendar.advance(bySeconds: -jump)
            #expect(try await clock.trustedNow() == later)
            #expect(clock.isTrusted)
        }
    }

    @Test("the present moment does not go back with a small correction")
    func correction() async throws {
        let clock = sample.makeGuard()
        sample.pass(600)
        try await clock.check()
        sample.calendar.advance(bySeconds: -300)
        #expect(try await clock.trustedNow() == SampleClock.noon.advanced(bySeconds: 300))
        #expect(clock.latestTrusted() == SampleClock.noon.advanced(bySeconds: 600))
    }

    @Test("a check asks the kernel, and no reading for a request does")
    func questions() async throws {
        let clock = sample.makeGuard()
        try await clock.check()
        #expect(sample.machine.questionCount == 1)
        for _ in 0..<5 {
            sample.pass(1)
            #expect(clock.latestTrusted() == sample.calendar.now())
            #expect(clock.isTrusted)
        }
        #expect(sample.machine.questionCount == 1)
    }

    @Test("another process on the same database sees the hold, and its end")
    func shared() async throws {
        try await sample.makeGuard().check()
        sample.calendar.advance(bySeconds: 20 * SampleClock.day)
        let (first, second) = (sample.makeGuard(), sample.makeGuard())
        await #expect(throws: ClockHold.self) { try await first.trustedNow() }
        await #expect(throws: ClockHold.self) { try await second.trustedNow() }
        #expect(try await first.confirm().time == sample.calendar.now())
        #expect(try await second.trustedNow() == sample.calendar.now())
    }

    @Test("the grace time continues across restarts of the process")
    func grace() async throws {
        try await sample.makeGuard().check()
        sample.calendar.advance(bySeconds: 20 * SampleClock.day)
        for _ in 0..<24 {
            await #expect(throws: ClockHold.self) { try await sample.makeGuard().trustedNow() }
            sample.pass(3600)
        }
        #expect(try await sample.makeGuard().trustedNow() == sample.calendar.now())
    }

    @Test("reading changes nothing, and checking writes at most once a minute")
    func writes() async throws {
        let clock = sample.makeGuard()
        try await clock.check()
        #expect(try await sample.turns == 1)
        sample.pass(59)
        try await clock.check()
        #expect(try await sample.turns == 1)
        sample.calendar.advance(bySeconds: 20 * SampleClock.day)
        let kept = try await sample.store.trust(of: "a")
        #expect(try await clock.judgement().hold?.deviation == 20 * SampleClock.day)
        #expect(try await sample.store.trust(of: "a") == kept)
        try await clock.check()
        try await clock.check()
        #expect(try await sample.turns == 2)
    }

    @Test("if the database does not answer, nobody gets a time")
    func failingStore() async throws {
        let clock = sample.makeGuard()
        try sample.database.close()
        await #expect(throws: StoreError.self) { try await clock.trustedNow() }
    }

    @Test("the kernel's state is reported")
    func kernel() async throws {
        let clock = sample.makeGuard()
        #expect(try await clock.judgement().kernel == .unknown)
        for (time, isSynchronised, statement) in [
            (SampleClock.noon, true, .synchronised), (SampleClock.noon, false, .unsynchronised),
            (SampleClock.noon.advanced(bySeconds: 3), true, .anotherTime),
        ] as [(UnixTime, Bool, KernelStatement)] {
            sample.machine.say(KernelTime(time: time, isSynchronised: isSynchronised))
            #expect(try await clock.judgement().kernel == statement)
        }
    }
}

// MARK: - In a host

extension ClockGuardTests {
    private func health(_ port: Int) async throws -> RawAnswer {
        try await RawHTTP.exchange(port: port, RawRequest.get("/health"))
    }

    @Test("health, log and metrics report a hold and its end, and jobs wait for it")
    func host() async throws {
        let clock = sample.makeGuard()
        try await clock.check()
        let (monotonicClock, log, metrics) = (ManualMonotonicClock(), LogCapture(), MetricsRegistry())
        let (runs, continuation) = AsyncStream.makeStream(of: UnixTime.self)
        let job = PeriodicJob(name: "tidy", every: .seconds(14_400), runAtStart: true) {
            continuation.yield(try await clock.trustedNow())
        }
        sample.calendar.advance(bySeconds: 20 * SampleClock.day)
        let confirmed = sample.calendar.now()
        try await withRunningHost(
            [SampleService(jobs: [job])],
            clock: sample.calendar,
            guards: [clock],
            monotonicClock: monotonicClock,
            log: log,
            metrics: metrics
        ) { ports, _ in
            // The job and the clock watch.
            await monotonicClock.sleepers(atLeast: 2)
            let held = try await health(ports.internal)
            #expect(held.status == 503)
            #expect(held.text.contains(#""status":"failing","clock":"the clock is held: it is 20 days ahead"#))
            let text = metrics.prometheusText()
            #expect(text.contains("clock_held{database=\"sample\"} 1\n"))
            #expect(text.contains("clock_deviation_seconds{database=\"sample\"} 1728000\n"))
            #expect(text.contains("job_held{service=\"sample\",job=\"tidy\"} 1\n"))
            #expect(text.contains("job_runs_total{service=\"sample\",job=\"tidy\"} 0\n"))
            #expect(text.contains("job_failures_total{service=\"sample\",job=\"tidy\"} 0\n"))
            #expect(log.contains("\"clock-held\""))

            _ = try await clock.confirm()
            #expect(try await health(ports.internal).status == 200)
            // Four hours early: a run that was held is made now.
            monotonicClock.advance(by: .seconds(60))
            var observed = runs.makeAsyncIterator()
            #expect(await observed.next() == confirmed)
            await monotonicClock.sleepers(atLeast: 2)
        }
        let text = metrics.prometheusText()
        #expect(text.contains("clock_held{database=\"sample\"} 0\n"))
        #expect(text.contains("job_held{service=\"sample\",job=\"tidy\"} 0\n"))
        #expect(text.contains("job_runs_total{service=\"sample\",job=\"tidy\"} 1\n"))
        #expect(log.contains("\"clock-trusted\""))
        #expect(log.lines.count { $0.contains("\"clock-held\"") } == 1)
    }

    @Test("a host without guards reports that its clock is trusted")
    func unguarded() async throws {
        try await withRunningHost([SampleService()]) { ports, _ in
            let answer = try await health(ports.internal)
            #expect(answer.status == 200)
            #expect(answer.text.contains(#""clock":"trusted""#))
        }
    }
}
