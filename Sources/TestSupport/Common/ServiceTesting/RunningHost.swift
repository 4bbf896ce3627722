package import ExposurePrimitives
import Logging
package import Persistence
package import ServiceKit
package import ServiceLifecycle

/// Runs a `ServiceHost` on free ports for the time of `body` and shuts it down gracefully afterwards.
///
/// Outside of any route it refuses by the contract of the first service.
///
/// - Parameter body: Gets the host's ports and the group, whose graceful shutdown it may trigger itself.
package func withRunningHost<Result: Sendable>(
    _ services: [any HostedService],
    configuration: HostConfiguration = .forTests(),
    clock: any WallClock = SystemWallClock(),
    guards: [ClockGuard] = [],
    leases: [String: any LeaseStore] = [:],
    monotonicClock: any MonotonicClock = SystemMonotonicClock(),
    log: LogCapture = LogCapture(),
    metrics: MetricsRegistry = MetricsRegistry(),
    body: @escaping @Sendable (BoundPorts, ServiceGroup) async throws -> Result
) async throws -> Result {
    let host = try ServiceHost(
        services: services,
        configuration: configuration,
        refusals: services.first?.refusals ?? EmptyRefusals(),
        clock: clock,
        guards: guards,
        leases: leases,
        monotonicClock: monotonicClock,
        logger: log.logger,
        metrics: metrics
    )
    return try await withRunningGroup(host, log: log, body: body)
}

/// Runs an existing host for the time of `body`, and shuts it down gracefully afterwards.
///
/// - Parameter body: Gets the host's ports and a function that begins the graceful shutdown.
package func withRunning<Result: Sendable>(
    _ host: ServiceHost,
    log: LogCapture = LogCapture(),
    body: @escaping @Sendable (BoundPorts, _ stop: @Sendable () async -> Void) async throws -> Result
) async throws -> Result {
    try await withRunningGroup(host, log: log) { ports, group in
        try await body(ports) { await group.triggerGracefulShutdown() }
    }
}

private func withRunningGroup<Result: Sendable>(
    _ host: ServiceHost,
    log: LogCapture,
    body: @escaping @Sendable (BoundPorts, ServiceGroup) async throws -> Result
) async throws -> Result {
    let group = ServiceGroup(services: [host], logger: log.logger)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        do {
            let result = try await body(host.boundPorts(), group)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return result
        } catch {
            tasks.cancelAll()
            throw error
        }
    }
}

extension HostConfiguration {
    /// Free loopback ports and, unless given, the standard limits without delays of cover traffic.
    package static func forTests(
        internalToken: SecretBytes? = nil,
        publicTLS: TLSFiles? = nil,
        internalTLS: TLSFiles? = nil,
        partner: PartnerListener? = nil,
        limits: TransportLimits = TransportLimits(),
        cover: CoverTraffic = .undelayed
    ) -> HostConfiguration {
        HostConfiguration(
            publicAddress: ListenAddress(host: "127.0.0.1", port: 0),
            internalAddress: ListenAddress(host: "127.0.0.1", port: 0),
            internalToken: internalToken,
            publicTLS: publicTLS,
            internalTLS: internalTLS,
            partner: partner,
            limits: limits,
            cover: cover
        )
    }
}
