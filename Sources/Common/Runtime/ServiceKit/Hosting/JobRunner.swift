import ClockPorts
import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import Persistence
import ServiceLifecycle
import Synchronization

/// Runs one job until the host stops. A failure is logged and counted, and the next run happens as planned. A run that
/// finds the clock held is retried until the hold is over.
///
/// If processes share leases, a run waits until this process has that of the job. A process that takes over from
/// another runs the job at once, because nobody knows how far the other came. A process whose clock is held takes no
/// lease: the clock of another machine may be trusted.
struct JobRunner: Service {
    private let job: PeriodicJob
    /// Nil if every process runs the job.
    private let lease: JobLease?
    private let guards: [ClockGuard]
    private let clock: any WallClock
    private let monotonicClock: any MonotonicClock
    private let logger: Logger
    private let runs: Counter
    private let failures: Counter
    private let held: Gauge
    private let leading: Gauge
    private let lastSuccess: Gauge
    private let lastSuccessMoment: Moment
    private let duration: Timer

    /// A moment of the monotonic clock.
    private final class Moment: Sendable {
        private let moment: Mutex<Duration>

        init(_ moment: Duration) {
            self.moment = Mutex(moment)
        }

        var value: Duration {
            get { moment.withLock { $0 } }
            set { moment.withLock { $0 = newValue } }
        }
    }

    /// - Parameters:
    ///   - leases: nil if every process runs the job.
    ///   - guards: the trusted clocks of the process.
    init(
        job: PeriodicJob,
        service: String,
        leases: (any LeaseStore)?,
        guards: [ClockGuard],
        clock: any WallClock,
        monotonicClock: any MonotonicClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) {
        self.job = job
        lease =
            switch job.place {
            case .oneProcess: leases.map { JobLease(of: "\(service).\(job.name)", leases: $0) }
            case .everyProcess: nil
            }
        self.guards = guards
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.logger = logger
        let labels = [("service", service), ("job", job.name)]
        runs = Counter(label: "job_runs_total", dimensions: labels, factory: metrics)
        failures = Counter(label: "job_failures_total", dimensions: labels, factory: metrics)
        held = Gauge(label: "job_held", dimensions: labels, factory: metrics)
        leading = Gauge(label: "job_leading", dimensions: labels, factory: metrics)
        leading.record(lease == nil ? 1 : 0)
        lastSuccess = Gauge(label: "job_last_success_timestamp_seconds", dimensions: labels, factory: metrics)
        duration = Timer(label: "job_duration", dimensions: labels, factory: metrics)
        let moment = Moment(monotonicClock.elapsed())
        lastSuccessMoment = moment
        metrics.addGauge("job_last_success_age_seconds", dimensions: labels) {
            (monotonicClock.elapsed() - moment.value) / .seconds(1)
        }
    }

    static func describe(in registry: MetricsRegistry) {
        registry.describe("job_runs_total", as: "Runs of a job that have ended.")
        registry.describe("job_failures_total", as: "Runs of a job that failed.")
        registry.describe("job_held", as: "1 while a job waits for a clock that is trusted.")
        registry.describe("job_leading", as: "1 if this process runs a job, 0 while another does or the lease is free.")
        registry.describe("job_last_success_timestamp_seconds", as: "Unix time at which a job last succeeded.")
        registry.describe(
            "job_last_success_age_seconds",
            as: "Time since a job last succeeded, or the process started, by a clock that nobody sets."
        )
        registry.describe("job_duration_seconds", as: "Duration of the successful runs of a job.")
    }

    func run() async throws {
        // The task of the run in progress is cancelled, and the run stops at a safe point.
        await cancelWhenGracefulShutdown {
            do {
                if job.runsAtStart {
                    try await runInTurn()
                }
                while !Task.isCancelled {
                    try await waitForNextRun()
                    try await runInTurn()
                }
            } catch {
                // Only waiting throws, and only when it is cancelled.
            }
        }
        await lease?.end()
        leading.record(0)
    }

    /// Runs the job once this process has the lease and its clock is trusted.
    private func runInTurn() async throws {
        while try await waitForLease() {
            if await runOnce() {
                held.record(0)
                return
            }
            held.record(1)
            try await waitForTrust()
        }
    }

    /// Waits until the job may be tried again. Meanwhile another process can run it.
    private func waitForTrust() async throws {
        let pause = min(job.period, job.lookPeriod)
        guard let lease else {
            return try await monotonicClock.sleep(until: monotonicClock.elapsed() + pause)
        }
        let distrusted = heldDatabases
        await lease.end()
        leading.record(0)
        job.whenElsewhere()
        // A try would take the lease from another process for nothing, so it waits until the guards say something else.
        repeat {
            try await monotonicClock.sleep(until: monotonicClock.elapsed() + pause)
        } while !distrusted.isEmpty && heldDatabases.isSuperset(of: distrusted)
        held.record(0)
    }

    /// The databases for which this machine's clock is not trusted.
    private var heldDatabases: Set<String> { Set(guards.lazy.filter { !$0.isTrusted }.map(\.name)) }

    /// True once this process has the lease; false if the database cannot say. Then the job waits for its next run, as
    /// after any failure.
    private func waitForLease() async throws -> Bool {
        guard let lease else {
            return true
        }
        while true {
            do throws(StoreError) {
                if try await lease.take() {
                    leading.record(1)
                    return true
                }
            } catch {
                leading.record(0)
                failed(FailureCause(error))
                return false
            }
            leading.record(0)
            job.whenElsewhere()
            try await monotonicClock.sleep(until: monotonicClock.elapsed() + JobLease.pause)
        }
    }

    /// Waits for the next multiple of the period, and never longer than one period of the uptime clock. So a correction
    /// of the calendar can bring a run forward and cannot delay it. The job checks the calendar at each `lookPeriod`.
    private func waitForNextRun() async throws {
        let latest = monotonicClock.elapsed() + job.period
        var due = job.nextRun(after: clock.now())
        while case let (now, elapsed) = (clock.now(), monotonicClock.elapsed()), now < due, elapsed < latest {
            due = min(due, job.nextRun(after: now))
            let wait = min(.seconds(due.seconds(since: now)), latest - elapsed, job.lookPeriod)
            try await monotonicClock.sleep(until: elapsed + wait)
        }
    }

    /// False if the clock was held.
    private func runOnce() async -> Bool {
        let start = monotonicClock.elapsed()
        do {
            try await job.run()
            runs.increment()
            succeeded(since: start)
        } catch is ClockHold {
            return false
        } catch {
            failed(FailureCause(error))
        }
        return true
    }

    private func failed(_ cause: FailureCause) {
        runs.increment()
        guard !cause.isCancellation else {
            return
        }
        failures.increment()
        logger.record(LoggedEvent.jobFailed(job: job.name, cause: cause))
    }

    private func succeeded(since start: Duration) {
        lastSuccess.record(clock.now().seconds)
        lastSuccessMoment.value = monotonicClock.elapsed()
        let elapsed = monotonicClock.elapsed() - start
        duration.recordNanoseconds(Int64(clamping: elapsed.attoseconds / 1_000_000_000))
        let milliseconds = Int64(clamping: elapsed.attoseconds / 1_000_000_000_000_000)
        logger.record(LoggedEvent.jobFinished(job: job.name, milliseconds: milliseconds))
    }
}
