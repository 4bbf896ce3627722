import AssociationPorts
import ClockPorts
import ExposurePrimitives
import Logging
import Persistence
package import ServiceKit
import Synchronization

/// Decides about reports, counts what the decisions do, raises the alarm about reports that are held too long, and
/// tells of days whose reports warned unusually many people.
package final class Decisions: AuthorityService {
    private let job: ExposureDecisionJob
    private let cases: any CaseStore
    private let clock: any TrustedClock
    private let logger: Logger
    private let metrics: DecisionMetrics
    /// The held cases of which the alarm told.
    private let told = Mutex<Set<CaseID>>([])
    /// The day on which the chart was made.
    private let charted = Mutex<CalendarDay?>(nil)

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
        let now = try await clock.trustedNow()
        try await lookAtHeldCases(now: now)
        try await chartReports(today: now.utcDay)
    }

    /// Looks at yesterday's reports, once a day and at the start.
    private func chartReports(today: CalendarDay) async throws {
        guard charted.withLock(\.self) != today else {
            return
        }
        charted.withLock { $0 = today }
        let decided: [ReportCase]
        do {
            decided = try await cases.cases(.decided, limit: .max)
        } catch {
            guard case .damagedRow = error else {
                throw error
            }
            // Otherwise each minute of the day would read and fail again. The job that decides tells of damaged rows.
            return
        }
        let sizes = Dictionary(grouping: decided, by: \.firstMoment.utcDay).mapValues { $0.map(\.people) }
        let chart = ReportChart(sizes, today: today)
        metrics.setChart(chart)
        if let chart, chart.isUnusual {
            logger.record(AuthorityEvent.unusualReports(chart))
        }
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
