import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import ServiceLifecycle

/// Runs one job until the host stops. A failure is logged and counted, and the next run comes as planned.
struct JobRunner: Service {
    private let job: PeriodicJob
    private let clock: any WallClock
    private let pacemaker: any Pacemaker
    private let logger: Logger
    private let runs: Counter
    private let failures: Counter
    private let lastSuccess: Gauge
    private let duration: Timer

    init(
        job: PeriodicJob,
        service: String,
        clock: any WallClock,
        pacemaker: any Pacemaker,
        logger: Logger,
        metrics: any MetricsFactory
    ) {
        self.job = job
        self.clock = clock
        self.pacemaker = pacemaker
        self.logger = logger
        let labels = [("service", service), ("job", job.name)]
        runs = Counter(label: "job_runs_total", dimensions: labels, factory: metrics)
        failures = Counter(label: "job_failures_total", dimensions: labels, factory: metrics)
        lastSuccess = Gauge(label: "job_last_success_timestamp_seconds", dimensions: labels, factory: metrics)
        duration = Timer(label: "job_duration", dimensions: labels, factory: metrics)
    }

    func run() async throws {
        // The run in progress sees its task cancelled and stops where it is safe for it.
        try await cancelWhenGracefulShutdown {
            if job.runsAtStart {
                await runOnce()
            }
            while !Task.isCancelled {
                do {
                    try await sleep(until: job.nextRun(after: clock.now()))
                } catch is CancellationError {
                    return
                }
                await runOnce()
            }
        }
    }

    // The calendar time can be corrected while the job sleeps, so it is looked at again at least once a minute.
    private func sleep(until moment: UnixTime) async throws {
        while case let remaining = moment.seconds(since: clock.now()), remaining > 0 {
            try await pacemaker.sleep(until: pacemaker.elapsed() + .seconds(min(remaining, 60)))
        }
    }

    private func runOnce() async {
        let start = pacemaker.elapsed()
        runs.increment()
        do {
            try await job.run()
            lastSuccess.record(clock.now().seconds)
            let elapsed = pacemaker.elapsed() - start
            duration.recordNanoseconds(Int64(clamping: elapsed.attoseconds / 1_000_000_000))
            let milliseconds = Int64(clamping: elapsed.attoseconds / 1_000_000_000_000_000)
            logger.record(LoggedEvent.jobFinished(job: job.name, milliseconds: milliseconds))
        } catch {
            let cause = FailureCause(error)
            guard !cause.isCancellation else {
                return
            }
            failures.increment()
            logger.record(LoggedEvent.jobFailed(job: job.name, cause: cause))
        }
    }
}
