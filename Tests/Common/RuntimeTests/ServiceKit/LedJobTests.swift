import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceLifecycle
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Jobs of several processes")
struct LedJobTests {
    private let leases = ManualLeases()
    private let lease = "job sample.tidy"

    /// A process with a job, and the runs of it.
    private struct Process {
        let job: PeriodicJob
        let runs: AsyncStream<Void>
        let monotonicClock = ManualMonotonicClock()
        let metrics = MetricsRegistry()

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

        /// Runs the process for the time of `body`.
        func run(
            work: HostWork = .all,
            besides otherJobs: [PeriodicJob] = [],
            routes: [Route] = [],
            leases: ManualLeases? = nil,
            body: @escaping @Sendable (BoundPorts, ServiceGroup) async throws -> Void
        ) async throws {
            var configuration = HostConfiguration.forTests()
            configuration.work = work
            try await withRunningHost(
                [SampleService(internalRoutes: routes, jobs: otherJobs + [job])],
                configuration: configuration,
                clock: ManualClock(UnixTime(1_600_000_000)),
                leases: leases.map { ["sample": $0] } ?? [:],
                monotonicClock: monotonicClock,
                metrics: metrics,
                body: body
            )
        }

        func nextRun() async {
            var observed = runs.makeAsyncIterator()
            await observed.next()
        }

        func sleeps() async { await monotonicClock.sleepers(atLeast: 1) }

        /// Whether the process leads, and how often its job ran.
        var state: [String?] { [metrics.value("job_leading"), metrics.value("job_runs_total")] }
        var failures: String? { metrics.value("job_failures_total") }
    }

    @Test("one process runs a job; when it stops, another takes over and runs it at once")
    func takeover() async throws {
        let told = Mutex(0)
        let (first, second) = (Process(), Process(whenElsewhere: { told.withLock { $0 += 1 } }))
        try await first.run(leases: leases) { [leases, lease] _, group in
            await first.sleeps()
            #expect(first.state == ["1", "1"])
            try await second.run(leases: leases) { _, _ in
                for _ in 1...3 {
                    await second.sleeps()
                    #expect(second.state[0] == "0")
                    second.monotonicClock.advance(by: .seconds(10))
                }
                await second.sleeps()
                #expect([nil, "0"].contains(second.state[1]))
                #expect(told.withLock { $0 } == 4)
                await group.triggerGracefulShutdown()
                while leases.names.contains(lease) {
                    await Task.yield()
                }
                second.monotonicClock.advance(by: .seconds(10))
                await second.nextRun()
                await second.sleeps()
                #expect(second.state == ["1", "1"])
            }
        }
        #expect(leases.names.isEmpty)
    }

    @Test("a process that lost its lease runs the job no more, until the lease is free")
    func lost() async throws {
        let process = Process()
        try await process.run(leases: leases) { [leases, lease] _, _ in
            await process.nextRun()
            await process.sleeps()
            leases.takeAway(lease)
            // Within a period the job is due, by the clock of waiting.
            for _ in 1...61 {
                process.monotonicClock.advance(by: .seconds(60))
                await process.sleeps()
            }
            #expect(process.state == ["0", "1"])
            leases.free(lease)
            process.monotonicClock.advance(by: .seconds(10))
            await process.nextRun()
            await process.sleeps()
            #expect(process.state == ["1", "2"])
        }
    }

    @Test("a database that does not answer is a failure, and the next run happens as planned")
    func unavailable() async throws {
        let process = Process()
        leases.fail(true)
        try await process.run(leases: leases) { [leases] _, _ in
            await process.sleeps()
            #expect(process.failures == "1")
            leases.fail(false)
            for _ in 1...61 {
                await process.sleeps()
                process.monotonicClock.advance(by: .seconds(60))
            }
            await process.nextRun()
            await process.sleeps()
            #expect(process.failures == "1")
        }
    }

    @Test("work on a process's own memory needs no lease")
    func ownMemory() async throws {
        leases.takeAway(lease)
        let process = Process(in: .everyProcess)
        try await process.run(leases: leases) { _, _ in await process.nextRun() }
    }

    @Test("a process that only answers requests leaves jobs to others, except for those of its own memory")
    func requestsOnly() async throws {
        let told = Mutex(0)
        let process = Process(in: .everyProcess)
        let shared = PeriodicJob(
            name: "shared",
            every: .seconds(60),
            runAtStart: true,
            whenElsewhere: { told.withLock { $0 += 1 } }
        ) { Issue.record("the job ran") }
        try await process.run(work: .requests, besides: [shared]) { _, _ in
            await process.nextRun()
            await process.sleeps()
            #expect(process.monotonicClock.wakeUps.count == 1)
            #expect(told.withLock { $0 } == 1)
        }
    }

    @Test("a process that only runs jobs has health and metrics, and no other route")
    func jobsOnly() async throws {
        let process = Process()
        let open = Route.forPrograms(.init(.get, "/v1/open")) { _ in .empty(204) }
        try await process.run(work: .jobs, routes: [open]) { ports, _ async throws in
            await process.nextRun()
            #expect(ports.public == 0)
            for (path, status) in [("/health", 200), ("/metrics", 200), ("/v1/open", 404)] {
                #expect(try await ports.internalAnswer(to: get(path)).status == status, "\(path)")
            }
        }
    }
}
