/// One deployable service, as the host sees it: its routes, jobs and health.
package protocol HostedService: Sendable {
    /// Short, lower case; a label of the metrics.
    var name: String { get }
    /// The contract that answers refused requests for its routes.
    var refusals: any RefusalRenderer { get }
    /// Offered to everybody.
    var publicRoutes: [Route] { get }
    /// Offered only on the internal listener.
    var internalRoutes: [Route] { get }
    /// Offered only on the partner listener, if there is one.
    var partnerRoutes: [Route] { get }
    var jobs: [PeriodicJob] { get }
    /// Work that continues as long as the host. The host cancels it after the last request.
    var activities: [@Sendable () async -> Void] { get }

    /// Throws if the service cannot work, for example because its database does not answer.
    func checkHealth() async throws
}

extension HostedService {
    package var publicRoutes: [Route] { [] }
    package var internalRoutes: [Route] { [] }
    package var partnerRoutes: [Route] { [] }
    package var jobs: [PeriodicJob] { [] }
    package var activities: [@Sendable () async -> Void] { [] }
}
