import ExposurePrimitives
import ExposureTesting
import Persistence
import ServiceKit
import ServiceLifecycle
import ServiceTesting
import Synchronization
import Testing

@Suite("Periodic jobs")
struct JobTests {
    /// A calendar clock that a monotonic clock moves.
    private struct PacedClock: WallClock {
        let start: UnixTime
        let monotonicClock: ManualMonotonicClock

        func now() -> UnixTime { start.advanced(bySeconds: monotonicClock.elapsed().components.seconds) }
    }

    @Test(
        "runs are due at whole multiples of the period",
        arguments: [
            (0, 14_400, 14_400), (14_399, 14_400, 14_400), (14_400, 14_400, 28_800), (14_401, 14_400, 28_800),
            (-1, 14_400, 0), (-14_400, 14_400, 0), (-14_401, 14_400, -14_400), (1_600_000_000, 86_400, 1_600_041_600),
            (5, 1, 6),
        ]
    )
    func alignment(now: Int64, period: Int64, next: Int64) {
        let job = PeriodicJob(name: "a", every: .seconds(period)) {}
        #expect(job.nextRun(after: UnixTime(now)) == UnixTime(next))
    }

    @Test("a job runs when it is due; a failed run is counted and does not stop the job")
    func runs() async throws {
        let (monotonicClock, log, metrics) = (ManualMonotonicClock(), LogCapture(), MetricsRegistry())
        let (runs, continuation) = AsyncStream.makeStream(of: UnixTime.self)
        let clock = PacedClock(start: UnixTime(1_600_000_030), monotonicClock: monotonicClock)
        let job = PeriodicJob(name: "tidy", every: .seconds(60)) {
            continuation.yield(clock.now())
            if clock.now().seconds % 120 == 0 {
                throw PlannedFailure(detail: "planted detail")
            }
        }
        try await withRunningHost(
            [SampleService(jobs: [job])],
            clock: clock,
            monotonicClock: monotonicClock,
            log: log,
            metrics: metrics
        ) { _, _ in
            var observed = runs.makeAsyncIterator()
            for expected: Int64 in [1_600_000_080, 1_600_000_140, 1_600_000_200] {
                await monotonicClock.sleepers(atLeast: 1)
                let due = UnixTime(expected)
                monotonicClock.advance(by: .seconds(due.seconds(since: clock.now())))
                #expect(await observed.next() == due)
            }
            await monotonicClock.sleepers(atLeast: 1)
        }
        let text = metrics.prometheusText()
        #expect(text.contains("job_runs_total{service=\"sample\",job=\"tidy\"} 3\n"))
        #expect(text.contains("job_failures_total{service=\"sample\",job=\"tidy\"} 2\n"))
        #expect(text.contains("job_last_success_timestamp_seconds{service=\"sample\",job=\"tidy\"} 1600000140\n"))
        #expect(log.contains("\"error_type\":\"PlannedFailure\""))
        #expect(!log.contains("planted detail"))
    }

    @Test(
        "after a change of the clock a job runs within a period of the last run, and earlier if the calendar says so",
        arguments: [
            // Set back by five years and by an hour: a whole period, or less if a multiple of it comes first.
            (-157_680_000, 14_400), (-3600, 3630), (-30, 14_400), (3600, 10_830), (157_680_000, 90),
        ] as [(Int64, Int64)]
    )
    func clockIsSet(by seconds: Int64, latest: Int64) async throws {
        let monotonicClock = ManualMonotonicClock()
        let calendar = ManualClock(UnixTime(1_600_000_000 / 14_400 * 14_400 + 30))
        let count = Mutex(0)
        let job = PeriodicJob(name: "tidy", every: .seconds(14_400)) { count.withLock { $0 += 1 } }
        let service = SampleService(jobs: [job])
        try await withRunningHost([service], clock: calendar, monotonicClock: monotonicClock) { _, _ in
            await monotonicClock.sleepers(atLeast: 1)
            calendar.advance(bySeconds: seconds)
            var passed: Int64 = 0
            while count.withLock({ $0 }) == 0, passed <= 20_000 {
                await monotonicClock.sleepers(atLeast: 1)
                calendar.advance(bySeconds: 30)
                monotonicClock.advance(by: .seconds(30))
                passed += 30
                // The job's task continues until it sleeps again.
                await monotonicClock.sleepers(atLeast: 1)
            }
            #expect(passed <= latest, "\(passed) seconds")
        }
    }

    @Test("the age of the last success grows by the clock that nobody sets, from the start of the process")
    func age() async throws {
        let (monotonicClock, calendar) = (ManualMonotonicClock(), ManualClock(UnixTime(1_600_000_000)))
        let metrics = MetricsRegistry()
        let fails = Mutex(true)
        let ran = Mutex(0)
        let job = PeriodicJob(name: "tidy", every: .seconds(60)) {
            ran.withLock { $0 += 1 }
            if fails.withLock({ $0 }) {
                throw PlannedFailure(detail: "planted detail")
            }
        }
        @Sendable func age() -> String? { metrics.value("job_last_success_age_seconds") }
        @Sendable func pass(_ seconds: Int64) async {
            let before = ran.withLock { $0 }
            await monotonicClock.sleepers(atLeast: 1)
            monotonicClock.advance(by: .seconds(seconds))
            while ran.withLock({ $0 }) == before {
                await Task.yield()
            }
            await monotonicClock.sleepers(atLeast: 1)
        }
        try await withRunningHost(
            [SampleService(jobs: [job])],
            clock: calendar,
            monotonicClock: monotonicClock,
            metrics: metrics
        ) { _, _ in
            #expect(age() == "0")
            // The calendar is set back again and again, so it alone would never make a run due.
            await pass(60)
            calendar.advance(bySeconds: -86_400)
            await pass(60)
            #expect(age() == "120")
            fails.withLock { $0 = false }
            await pass(60)
            #expect(age() == "0")
        }
    }

    @Test("a job runs at the start only if it asks for it")
    func atStart() async throws {
        let count = Mutex(0)
        let ran = Gate()
        let quiet = PeriodicJob(name: "quiet", every: .seconds(60)) { count.withLock { $0 += 1 } }
        let eager = PeriodicJob(name: "eager", every: .seconds(60), runAtStart: true) { await ran.open() }
        let monotonicClock = ManualMonotonicClock()
        let clock = PacedClock(start: UnixTime(1), monotonicClock: monotonicClock)
        let service = SampleService(jobs: [quiet, eager])
        try await withRunningHost([service], clock: clock, monotonicClock: monotonicClock) { _, _ in
            await ran.pass()
            await monotonicClock.sleepers(atLeast: 2)
            #expect(count.withLock { $0 } == 0)
        }
    }

    @Test("no job runs before both listeners are ready and the host has reported it")
    func order() async throws {
        let events = Mutex<[String]>([])
        let ran = Gate()
        let eager = PeriodicJob(name: "eager", every: .seconds(60), runAtStart: true) {
            events.withLock { $0.append("job") }
            await ran.open()
        }
        let log = LogCapture()
        let host = try ServiceHost.sample([SampleService(jobs: [eager])], log: log) {
            events.withLock { $0 += log.lines.filter { $0.contains("listening") } }
        }
        try await withRunning(host, log: log) { ports, _ in
            await ran.pass()
            let ordered = events.withLock { $0 }
            #expect(ordered.count == 3 && ordered.last == "job")
            for port in [ports.public, ports.internal] {
                #expect(ordered.contains { $0.contains("\"port\":\"\(port)\"") })
            }
        }
    }

    @Test(
        "a running job is cancelled when the host stops, and this is not a failure, nor is it one of its store call",
        arguments: [CancellationError(), StoreError.cancelled] as [any Error]
    )
    func cancellation(error: any Error) async throws {
        let started = Gate()
        let (metrics, log) = (MetricsRegistry(), LogCapture())
        let endless = PeriodicJob(name: "endless", every: .seconds(60), runAtStart: true) {
            await started.open()
            try? await Task.sleep(for: .seconds(3600))
            throw error
        }
        let service = SampleService(jobs: [endless])
        try await withRunningHost([service], log: log, metrics: metrics) { _, _ in await started.pass() }
        #expect(metrics.prometheusText().contains("job_failures_total{service=\"sample\",job=\"endless\"} 0\n"))
        #expect(!log.contains("job-failed"))
    }
}
