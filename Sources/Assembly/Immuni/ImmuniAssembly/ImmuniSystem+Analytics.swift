package import AnalyticsStores
package import CommonAssembly
import DiagnosisKeyStores
package import ExposurePrimitives
package import ImmuniAnalytics
package import Logging
import SQLAnalyticsStores
package import ServiceKit

extension DatabaseName {
    /// The database of the Analytics Service.
    package static let analytics = DatabaseName("analytics")
}

extension ImmuniSystem {
    /// The stores of the Analytics Service, on the realm's engine.
    package func analyticsStores() throws -> AnalyticsStoreSet {
        try realm.stores.database(.analytics).analyticsStores(steps: realm.steps)
    }

    /// Whether the realm has a database of uploads and keys. Its services may run elsewhere.
    package var hasExposures: Bool { realm.stores.has(.exposures) }

    /// Whether the realm has a database of the Analytics Service. The service may run elsewhere.
    package var hasAnalytics: Bool { realm.stores.has(.analytics) }

    func analytics(with means: ServiceMeans) throws -> AnalyticsService {
        let parts = try analyticsParts(
            judges: AnalyticsJudges(of: self, logger: means.logger),
            monotonicClock: means.monotonicClock,
            logger: means.logger
        )
        return parts.service
    }

    /// The Analytics Service with its jobs.
    ///
    /// - Parameters:
    ///   - judges: the verifiers of the evidence that phones send.
    ///   - generator: the random source of the authorisations.
    ///   - lookPeriod: the time between two checks for new authorisations.
    package func analyticsParts(
        judges: AnalyticsJudges,
        monotonicClock: any MonotonicClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        lookPeriod: Duration = .seconds(1),
        logger: Logger
    ) throws -> AnalyticsParts {
        let stores = try analyticsStores()
        // One pool for both platforms, so they share its limit.
        let pool = WorkPool()
        let authorisation = try authorisation(
            judges,
            stores: stores,
            pool: pool,
            monotonicClock: monotonicClock,
            generator: generator,
            lookPeriod: lookPeriod,
            logger: logger
        )
        let (inbox, cleanup, releases) = (try inboxJob(), try analyticsCleanupJob(), try releaseJob())
        let service = AnalyticsService(
            tokens: stores.tokens,
            operational: stores.operational,
            authorisation: authorisation.requests,
            attestation: judges.android,
            pool: pool,
            inbox: inbox,
            cleanup: cleanup,
            activities: authorisation.activities,
            releases: releases,
            reports: try analyticsReports(),
            configuration: settings.analytics,
            clock: realm.clock,
            logger: logger
        )
        return AnalyticsParts(
            service: service,
            runner: authorisation.runner,
            inbox: inbox,
            cleanup: cleanup,
            releases: releases
        )
    }

    /// The job that takes entries from Exposure Ingestion.
    private func inboxJob() throws -> InboxJob {
        InboxJob(
            inbox: try realm.stores.exposures().inbox,
            store: try analyticsStores().epidemiological,
            configuration: settings.analytics,
            // The clock of the database whose entries the job removes.
            clock: try realm.clocks.clock(of: .exposures),
            steps: realm.steps
        )
    }

    /// The job that deletes the Analytics Service's data at the end of its retention.
    package func analyticsCleanupJob() throws -> AnalyticsCleanupJob {
        let stores = try analyticsStores()
        return AnalyticsCleanupJob(
            tokens: stores.tokens,
            operational: stores.operational,
            epidemiological: stores.epidemiological,
            authorisations: stores.authorisations,
            traces: stores.traces,
            configuration: settings.analytics,
            clock: try realm.clocks.clock(of: .analytics)
        )
    }

    /// The Analytics Service's counts on `day`, unprotected: only for owners of the data folder.
    package func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] {
        try await analyticsStores().operational.counts(from: day, through: day)
    }

    /// Whether an analytics token waits for its authorisation.
    package func isAuthorising() async -> Bool {
        guard hasAnalytics, let stores = try? analyticsStores() else {
            return false
        }
        return (try? await stores.authorisations.jobs(after: nil, limit: 1))?.isEmpty == false
    }
}

/// The Analytics Service, and the jobs that its host runs.
package struct AnalyticsParts: Sendable {
    package let service: AnalyticsService
    /// Authorises tokens; nil if no token is authorised.
    package let runner: AuthorisationRunner?
    package let inbox: InboxJob
    package let cleanup: AnalyticsCleanupJob
    package let releases: ReleaseJob
}
