package import AnalyticsStores
package import ClockPorts
package import ExposurePrimitives
import ImmuniAPI
package import Persistence

/// Deletes the Analytics Service's data at the end of its retention.
package struct AnalyticsCleanupJob: Sendable {
    private let tokens: any AnalyticsTokenStore
    private let operational: any OperationalInfoStore
    private let epidemiological: any EpidemiologicalInfoStore
    private let authorisations: any AuthorisationStore
    private let traces: any TraceErasure
    private let retentionDays: Int
    private let clock: any TrustedClock

    package init(
        tokens: any AnalyticsTokenStore,
        operational: any OperationalInfoStore,
        epidemiological: any EpidemiologicalInfoStore,
        authorisations: any AuthorisationStore,
        traces: any TraceErasure,
        configuration: AnalyticsConfiguration,
        clock: any TrustedClock
    ) {
        self.tokens = tokens
        self.operational = operational
        self.epidemiological = epidemiological
        self.authorisations = authorisations
        self.traces = traces
        retentionDays = configuration.retentionDays
        self.clock = clock
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        /// The first day whose data is kept.
        package let oldestDay: CalendarDay
        /// The uploads in the deleted counts. Like the two values below, it is an exact figure of a day, so it is not
        /// for logs.
        package let operationalUploads: Int
        package let epidemiologicalEntries: Int
        package let tokens: Int
        /// False if other transactions were active. Deleted rows may then still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold` and deletes nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let oldestDay = now.utcDay.advanced(byDays: -retentionDays)
        let uploads = try await operational.deleteExpired(oldestDay: oldestDay, now: now)
        let entries = try await epidemiological.deleteExpired(oldestDay: oldestDay)
        let months = AnalyticsToken.authorisations(validIn: CalendarMonth(of: now.utcDay))
        let tokens = try await tokens.delete(authorisedBefore: months.lowerBound)
        try await giveUpAuthorisations(expiredBefore: now.advanced(bySeconds: -Self.runnersTime))
        return Outcome(
            oldestDay: oldestDay,
            operationalUploads: uploads,
            epidemiologicalEntries: entries,
            tokens: tokens,
            tracesErased: try await traces.eraseTraces()
        )
    }

    /// Ends abandoned jobs: authorisation was switched off, or the process is gone. Such jobs hold device tokens.
    private func giveUpAuthorisations(expiredBefore moment: UnixTime) async throws(StoreError) {
        var last: TokenIdentifier?
        repeat {
            let jobs = try await authorisations.jobs(after: last, limit: Self.pageSize)
            for job in jobs where job.expiry < moment {
                _ = try await job.step.mayHaveWritten ? authorisations.abandon(job) : authorisations.drop(job)
            }
            last = jobs.count == Self.pageSize ? jobs.last?.token : nil
        } while last != nil
    }

    /// Seconds after a job's expiry. Within this time its runner ends the job itself.
    private static let runnersTime: Int64 = 3600
    private static let pageSize = 250
}
