/// One deployable service, as the host sees it: routes, jobs and its health.
package protocol HostedService: Sendable {
    /// Short, lower case; a label of the metrics.
    var name: String { get }
    /// The contract in which requests for its routes are refused.
    var refusals: any RefusalRenderer { get }
    /// Offered to everyone.
    var publicRoutes: [Route] { get }
    /// Offered on the internal listener alone.
    var internalRoutes: [Route] { get }
    /// Offered on the partner listener alone, where there is one.
    var partnerRoutes: [Route] { get }
    var jobs: [PeriodicJob] { get }
    /// Work that goes on as long as the host; each is cancelled when the host stops.
    var activities: [@Sendable () async -> Void] { get }

    /// Throws when the service cannot do its work, for example because its database does not answer.
    func checkHealth() async throws
}

extension HostedService {
    package var publicRoutes: [Route] { [] }
    package var internalRoutes: [Route] { [] }
    package var partnerRoutes: [Route] { [] }
    package var jobs: [PeriodicJob] { [] }
    package var activities: [@Sendable () async -> Void] { [] }
}
