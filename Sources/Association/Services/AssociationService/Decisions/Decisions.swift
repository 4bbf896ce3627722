import AssociationPorts
import ClockPorts
import ExposurePrimitives
import Logging
package import ServiceKit
import Synchronization

/// Decides about reports, counts what the decisions do, and raises the alarm about reports that are held too long.
package final class Decisions: AuthorityService {
    private let job: ExposureDecisionJob
    private let cases: any CaseStore
    private let clock: any TrustedClock
    private let logger: Logger
    private let metrics: DecisionMetrics
    /// The held cases of which the alarm told.
    private let told = Mutex<Set<CaseID>>([])

    package init(_ means: AuthorityMeans) {
        (cases, clock, logger) = (means.stores.cases, means.trusted, means.logger)
        job = ExposureDecisionJob(stores: means.stores, clock: clock, usualPeople: means.configuration.usualPeople)
        metrics = DecisionMetrics(in: means.metrics)
    }

    package var jobs: [PeriodicJob] {
        [
            PeriodicJob(name: "exposure-decisions", every: .seconds(60), runAtStart: true, lookingEvery: .seconds(1)) {
                try await self.run()
            }
        ]
    }

    private func run() async throws {
        let outcome = try await job.run()
        metrics.count(outcome)
        if !outcome.isEmpty {
            logger.record(AuthorityEvent.decided(outcome))
        }
        try await lookAtHeldCases(now: clock.trustedNow())
    }

    /// Tells once of each case that is held too long. A process that starts again tells once more.
    private func lookAtHeldCases(now: UnixTime) async throws {
        let held = try await cases.cases(.held, limit: .max)
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
