import AssociationPorts
import ClockPorts
import ExposurePrimitives
import Logging
import ServiceKit
import Synchronization

/// Runs the decisions about reports, counts what they do, and raises the alarm about reports that are held too long.
final class DecisionDesk: Sendable {
    private let job: ExposureDecisionJob
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock
    private let logger: Logger
    private let metrics: DecisionMetrics
    /// The held cases of which the alarm told.
    private let told = Mutex<Set<CaseID>>([])

    init(
        stores: AssociationStoreSet,
        clock: any TrustedClock,
        usualPeople: Int,
        logger: Logger,
        metrics: MetricsRegistry
    ) {
        job = ExposureDecisionJob(stores: stores, clock: clock, usualPeople: usualPeople)
        self.stores = stores
        self.clock = clock
        self.logger = logger
        self.metrics = DecisionMetrics(in: metrics)
    }

    func run() async throws {
        let outcome = try await job.run()
        metrics.count(outcome)
        if !outcome.isEmpty {
            logger.record(AuthorityEvent.decided(outcome))
        }
        try await lookAtHeldCases(now: clock.trustedNow())
    }

    /// Tells once of each case that is held too long. A process that starts again tells once more.
    private func lookAtHeldCases(now: UnixTime) async throws {
        let held = try await stores.cases.cases(.held, limit: .max)
        metrics.setHeld(held.map { now.seconds(since: $0.firstMoment) })
        let late = Set(held.filter { now.seconds(since: $0.firstMoment) >= Self.alarmDelay }.map(\.id))
        let new = told.withLock { told in
            defer { told = late }
            return late.subtracting(told).count
        }
        if new > 0 {
            logger.record(AuthorityEvent.heldTooLong(new))
        }
    }

    /// Seconds. The whole chain has four hours.
    private static let alarmDelay: Int64 = 3 * 3600
}

extension ReportCase {
    /// The earliest moment at which the report can have been complete: only its hour is known.
    fileprivate var firstMoment: UnixTime { completed.advanced(bySeconds: -3600) }
}
