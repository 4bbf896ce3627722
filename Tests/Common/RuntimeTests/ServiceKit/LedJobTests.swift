import ExposurePrimitives
import ExposureTesting
import Persistence
import ServiceKit
import ServiceLifecycle
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Jobs of several processes")
struct LedJobTests {
    private let clock = ManualClock(UnixTime(1_600_000_000))
    private let leases = ManualLeases()
    private let lease = "job sample.tidy"

    /// A job, and the runs of it.
    private struct Tidying {
        let job: PeriodicJob
        let runs: AsyncStream<Void>

        init(in place: PeriodicJob.Place = .oneProcess, whenElsewhere: @escaping @Sendable () -> Void = {}) {
            let (runs, continuation) = AsyncStream.makeStream(of: Void.self)
            self.runs = runs
            job = PeriodicJob(
                name: "tidy",
                every: .seconds(3600),
                runAtStart: true,
                in: place,
                whenElsewhere: whenElsewhere
            ) { continuation.yield() }
        }
    }

    /// The value of a metric of the job.
    private static func value(_ name: String, _ metrics: MetricsRegistry) -> String? {
        metrics.prometheusText().split(separator: "\n").first { $0.hasPrefix("\(name){") }
            .map { String($0.split(separator: " ")[1]) }
    }

    @Test("one process runs a job; when it stops, another takes over and runs it at once")
    func takeover() async throws {
        let (first, second) = (ManualMonotonicClock(), ManualMonotonicClock())
        let (firstMetrics, metrics) = (MetricsRegistry(), MetricsRegistry())
        let told = Mutex(0)
        let (tidying, waiting) = (Tidying(), Tidying(whenElsewhere: { told.withLock { $0 += 1 } }))
        try await withRunningHost(
            [SampleService(jobs: [tidying.job])],
            clock: clock,
            leases: ["sample": leases],
            monotonicClock: first,
            metrics: firstMetrics
        ) { [leases, lease, clock, waiting] _, group in
            await first.sleepers(atLeast: 1)
            #expect(Self.value("job_leading", firstMetrics) == "1")
            #expect(Self.value("job_runs_total", firstMetrics) == "1")
            try await withRunningHost(
                [SampleService(jobs: [waiting.job])],
                clock: clock,
                leases: ["sample": leases],
                monotonicClock: second,
                metrics: metrics
            ) { _, _ in
                for _ in 1...3 {
                    await second.sleepers(atLeast: 1)
                    #expect(Self.value("job_leading", metrics) == "0")
                    second.advance(by: .seconds(10))
                }
                await second.sleepers(atLeast: 1)
                #expect(Self.value("job_runs_total", metrics) == nil || Self.value("job_runs_total", metrics) == "0")
                #expect(told.withLock { $0 } == 4)
                await group.triggerGracefulShutdown()
                while leases.names.contains(lease) {
                    await Task.yield()
                }
                second.advance(by: .seconds(10))
                var observed = waiting.runs.makeAsyncIterator()
                await observed.next()
                await second.sleepers(atLeast: 1)
                #expect(Self.value("job_leading", metrics) == "1")
                #expect(Self.value("job_runs_total", metrics) == "1")
            }
        }
        #expect(leases.names.isEmpty)
    }

    @Test("a process that lost its lease runs the job no more, until the lease is free")
    func lost() async throws {
        let monotonicClock = ManualMonotonicClock()
        let metrics = MetricsRegistry()
        let tidying = Tidying()
        try await withRunningHost(
            [SampleService(jobs: [tidying.job])],
            clock: clock,
            leases: ["sample": leases],
            monotonicClock: monotonicClock,
            metrics: metrics
        ) { [leases, lease, runs = tidying.runs] _, _ in
            var observed = runs.makeAsyncIterator()
            await observed.next()
            await monotonicClock.sleepers(atLeast: 1)
            leases.takeAway(lease)
            // Within a period the job is due, by the clock of waiting.
            for _ in 1...61 {
                monotonicClock.advance(by: .seconds(60))
                await monotonicClock.sleepers(atLeast: 1)
            }
            #expect(Self.value("job_leading", metrics) == "0")
            #expect(Self.value("job_runs_total", metrics) == "1")
            leases.free(lease)
            monotonicClock.advance(by: .seconds(10))
            await observed.next()
            await monotonicClock.sleepers(atLeast: 1)
            #expect(Self.value("job_leading", metrics) == "1")
            #expect(Self.value("job_runs_total", metrics) == "2")
        }
    }

    @Test("a database that does not answer is a failure, and the next run happens as planned")
    func unavailable() async throws {
        let monotonicClock = ManualMonotonicClock()
        let metrics = MetricsRegistry()
        let tidying = Tidying()
        leases.fail(true)
        try await withRunningHost(
            [SampleService(jobs: [tidying.job])],
            clock: clock,
            leases: ["sample": leases],
            monotonicClock: monotonicClock,
            metrics: metrics
        ) { [leases, runs = tidying.runs] _, _ in
            await monotonicClock.sleepers(atLeast: 1)
            #expect(Self.value("job_failures_total", metrics) == "1")
            leases.fail(false)
            for _ in 1...61 {
                await monotonicClock.sleepers(atLeast: 1)
                monotonicClock.advance(by: .seconds(60))
            }
            var observed = runs.makeAsyncIterator()
            await observed.next()
            await monotonicClock.sleepers(atLeast: 1)
            #expect(Self.value("job_failures_total", metrics) == "1")
        }
    }

    @Test("work on a process's own memory needs no lease")
    func ownMemory() async throws {
        let monotonicClock = ManualMonotonicClock()
        leases.takeAway(lease)
        let tidying = Tidying(in: .everyProcess)
        try await withRunningHost(
            [SampleService(jobs: [tidying.job])],
            clock: clock,
            leases: ["sample": leases],
            monotonicClock: monotonicClock
        ) { [runs = tidying.runs] _, _ in
            var observed = runs.makeAsyncIterator()
            await observed.next()
        }
    }

    @Test("a process that only answers requests leaves jobs to others, except for those of its own memory")
    func requestsOnly() async throws {
        var configuration = HostConfiguration.forTests()
        configuration.work = .requests
        let monotonicClock = ManualMonotonicClock()
        let told = Mutex(0)
        let own = Tidying(in: .everyProcess)
        let shared = PeriodicJob(
            name: "shared",
            every: .seconds(60),
            runAtStart: true,
            whenElsewhere: { told.withLock { $0 += 1 } }
        ) { Issue.record("the job ran") }
        try await withRunningHost(
            [SampleService(jobs: [shared, own.job])],
            configuration: configuration,
            clock: clock,
            monotonicClock: monotonicClock
        ) { [runs = own.runs] _, _ in
            var observed = runs.makeAsyncIterator()
            await observed.next()
            await monotonicClock.sleepers(atLeast: 1)
            #expect(monotonicClock.wakeUps.count == 1)
            #expect(told.withLock { $0 } == 1)
        }
    }

    @Test("a process that only runs jobs has health and metrics, and no other route")
    func jobsOnly() async throws {
        var configuration = HostConfiguration.forTests()
        configuration.work = .jobs
        let tidying = Tidying()
        let open = Route.forPrograms(.init(.get, "/v1/open")) { _ in .empty(204) }
        try await withRunningHost(
            [SampleService(internalRoutes: [open], jobs: [tidying.job])],
            configuration: configuration,
            clock: clock,
            monotonicClock: ManualMonotonicClock()
        ) { [runs = tidying.runs] ports, _ in
            var observed = runs.makeAsyncIterator()
            await observed.next()
            #expect(ports.public == 0)
            for (path, status) in [("/health", 200), ("/metrics", 200), ("/v1/open", 404)] {
                let answer = try await RawHTTP.exchange(port: ports.internal, get(path))
                #expect(answer.status == status, "\(path)")
            }
        }
    }
}
