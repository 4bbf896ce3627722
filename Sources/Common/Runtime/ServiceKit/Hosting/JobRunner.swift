import ClockPorts
import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Runs one job until the host stops. A failure is logged and counted, and the next run happens as planned. A run that
/// finds the clock held is retried until the hold is over.
struct JobRunner: Service {
    private let job: PeriodicJob
    private let clock: any WallClock
    private let pacemaker: any Pacemaker
    private let logger: Logger
    private let runs: Counter
    private let failures: Counter
    private let held: Gauge
    private let lastSuccess: Gauge
    private let lastSuccessMoment: Moment
    private let duration: Timer

    /// A moment of the pacemaker.
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

    init(
        job: PeriodicJob,
        service: String,
        clock: any WallClock,
        pacemaker: any Pacemaker,
        logger: Logger,
        metrics: MetricsRegistry
    ) {
        self.job = job
        self.clock = clock
        self.pacemaker = pacemaker
        self.logger = logger
        let labels = [("service", service), ("job", job.name)]
        runs = Counter(label: "job_runs_total", dimensions: labels, factory: metrics)
        failures = Counter(label: "job_failures_total", dimensions: labels, factory: metrics)
        held = Gauge(label: "job_held", dimensions: labels, factory: metrics)
        lastSuccess = Gauge(label: "job_last_success_timestamp_seconds", dimensions: labels, factory: metrics)
        duration = Timer(label: "job_duration", dimensions: labels, factory: metrics)
        let moment = Moment(pacemaker.elapsed())
        lastSuccessMoment = moment
        metrics.addGauge("job_last_success_age_seconds", dimensions: labels) {
            (pacemaker.elapsed() - moment.value) / .seconds(1)
        }
    }

    static func describe(in registry: MetricsRegistry) {
        registry.describe("job_runs_total", as: "Runs of a job that have ended.")
        registry.describe("job_failures_total", as: "Runs of a job that failed.")
        registry.describe("job_held", as: "1 while a job waits for a clock that is trusted.")
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
                    try await runWhenTrusted()
                }
                while !Task.isCancelled {
                    try await waitForNextRun()
                    try await runWhenTrusted()
                }
            } catch {
                // Only waiting throws, and only when it is cancelled.
            }
        }
    }

    /// Waits for the next multiple of the period, and never longer than one period of the uptime clock. So a correction
    /// of the calendar can bring a run forward and cannot delay it. The job checks the calendar at each `lookPeriod`.
    private func waitForNextRun() async throws {
        let latest = pacemaker.elapsed() + job.period
        var due = job.nextRun(after: clock.now())
        while case let (now, elapsed) = (clock.now(), pacemaker.elapsed()), now < due, elapsed < latest {
            due = min(due, job.nextRun(after: now))
            let wait = min(.seconds(due.seconds(since: now)), latest - elapsed, job.lookPeriod)
            try await pacemaker.sleep(until: elapsed + wait)
        }
    }

    private func runWhenTrusted() async throws {
        while await !runOnce() {
            held.record(1)
            try await pacemaker.sleep(until: pacemaker.elapsed() + min(job.period, job.lookPeriod))
        }
        held.record(0)
    }

    /// False if the clock was held.
    private func runOnce() async -> Bool {
        let start = pacemaker.elapsed()
        do {
            try await job.run()
            runs.increment()
            succeeded(since: start)
        } catch is ClockHold {
            return false
        } catch {
            runs.increment()
            let cause = FailureCause(error)
            guard !cause.isCancellation else {
                return true
            }
            failures.increment()
            logger.record(LoggedEvent.jobFailed(job: job.name, cause: cause))
        }
        return true
    }

    private func succeeded(since start: Duration) {
        lastSuccess.record(clock.now().seconds)
        lastSuccessMoment.value = pacemaker.elapsed()
        let elapsed = pacemaker.elapsed() - start
        duration.recordNanoseconds(Int64(clamping: elapsed.attoseconds / 1_000_000_000))
        let milliseconds = Int64(clamping: elapsed.attoseconds / 1_000_000_000_000_000)
        logger.record(LoggedEvent.jobFinished(job: job.name, milliseconds: milliseconds))
    }
}
