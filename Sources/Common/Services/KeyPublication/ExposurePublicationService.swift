package import Logging
package import ServiceKit

/// The Exposure Publication Service. It has no routes.
///
/// Its jobs turn uploaded keys into signed TEK Chunks and delete data whose retention has ended.
package struct ExposurePublicationService: HostedService {
    package let name = "publication"
    /// Nobody asks it for anything.
    package let refusals: any RefusalRenderer = EmptyRefusals()
    package let jobs: [PeriodicJob]

    package init(
        publication: PublicationJob,
        cleanup: CleanupJob,
        configuration: PublicationConfiguration,
        logger: Logger
    ) {
        jobs = [
            PeriodicJob(name: "publication", every: configuration.period, runAtStart: true) {
                let outcome = try await publication.run()
                logger.record(PublicationEvent.published(outcome))
            },
            PeriodicJob(name: "cleanup", every: Self.cleanupPeriod, runAtStart: true) {
                let outcome = try await cleanup.run()
                logger.record(PublicationEvent.cleaned(outcome))
            },
        ]
    }

    package func checkHealth() async throws {}

    /// An hour, so that no data stays longer than an hour after its retention.
    private static let cleanupPeriod = Duration.seconds(3600)
}
