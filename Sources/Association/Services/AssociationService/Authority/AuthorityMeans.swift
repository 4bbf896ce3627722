package import AssociationPorts
package import ClockPorts
package import ExposurePrimitives
package import Logging
package import ServiceKit

/// The means that every service of the authority gets.
package struct AuthorityMeans: Sendable {
    package let stores: AssociationStoreSet
    let secrets: AuthoritySecrets
    let configuration: AuthorityConfiguration
    let clock: any WallClock
    let trusted: any TrustedClock
    /// All services share it, so they share its limit.
    let pool = WorkPool()
    let logger: Logger
    let metrics: MetricsRegistry

    /// - Parameter trusted: the clock of jobs, which delete.
    package init(
        stores: AssociationStoreSet,
        secrets: AuthoritySecrets,
        configuration: AuthorityConfiguration,
        clock: any WallClock,
        trusted: any TrustedClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) {
        (self.stores, self.secrets, self.configuration) = (stores, secrets, configuration)
        (self.clock, self.trusted) = (clock, trusted)
        (self.logger, self.metrics) = (logger, metrics)
    }
}
