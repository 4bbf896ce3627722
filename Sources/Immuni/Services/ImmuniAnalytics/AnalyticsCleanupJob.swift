package import AnalyticsStores
package import ClockPorts
package import ExposurePrimitives
package import Persistence

/// Deletes what the Analytics Service has kept long enough.
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

    /// What one run did.
    package struct Outcome: Hashable, Sendable {
        /// The day from which on everything is kept.
        package let oldestDay: CalendarDay
        /// Uploads that the deleted counts stood for; like the two below it an exact figure of a day, so not for logs.
        package let operationalUploads: Int
        package let epidemiologicalEntries: Int
        package let tokens: Int
        /// False when others were at work, so that deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold`, having deleted nothing, while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let oldestDay = now.utcDay.advanced(byDays: -retentionDays)
        let uploads = try await operational.deleteExpired(oldestDay: oldestDay, now: now)
        let entries = try await epidemiological.deleteExpired(oldestDay: oldestDay)
        let tokens = try await tokens.deleteExpired(in: CalendarMonth(of: now.utcDay))
        try await giveUpAuthorisations(expiredBefore: now.advanced(bySeconds: -Self.runnersTime))
        return Outcome(
            oldestDay: oldestDay,
            operationalUploads: uploads,
            epidemiologicalEntries: entries,
            tokens: tokens,
            tracesErased: try await traces.eraseTraces()
        )
    }

    /// Ends jobs that nobody works on any more, because authorisation was switched off or its process is gone: they hold
    /// device tokens.
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

    /// Seconds after its expiry in which a job's runner ends it itself.
    private static let runnersTime: Int64 = 3600
    private static let pageSize = 250
}
