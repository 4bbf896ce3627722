package import ExposurePrimitives
package import Logging
package import Persistence
import ServiceLifecycle
import Synchronization

/// Runs any number of services and their jobs in one process. It has a public listener, an internal listener and, if it
/// is set up, a partner listener.
///
/// At a graceful shutdown it reports 503 as its health and cancels its jobs. It serves on for the drain time, and asks
/// clients to close their connections. Then it refuses new connections and lets requests in flight end, including those
/// that only wait for their release. It closes the internal listener last.
package struct ServiceHost: Service, CustomStringConvertible {
    // Service groups log the description of their services.
    package let description = "ServiceHost"
    /// The routes of the listeners. Routes for partners are included even if there is no partner listener.
    package let routes: [OfferedRoute]
    /// Nil in a process that only runs jobs.
    private let publicListener: Listener?
    private let partnerListener: Listener?
    private let internalListener: Listener
    private let jobs: [JobRunner]
    private let activities: [@Sendable () async -> Void]
    private let keepers: [any WatchedFiles]
    private let watch: CertificateWatch
    private let clockWatch: ClockWatch
    private let ports: PortBoard
    private let stopping = StopFlag()
    private let logger: Logger

    /// - Parameters:
    ///   - refusals: the contract for requests outside of any service's routes.
    ///   - guards: the trusted clocks of the services' databases, for `/health` and metrics.
    ///   - leases: by service, the leases of its jobs. Without them this process runs all of its jobs.
    ///   - whenListening: called once all listeners accept connections, before the host reports that it is healthy and
    ///     before any job runs.
    /// - Throws: if two routes clash, a route is on the wrong listener, the internal listener would be open to other
    ///   machines, or a listener's files cannot be used.
    package init(
        services: [any HostedService],
        configuration: HostConfiguration,
        refusals: any RefusalRenderer = EmptyRefusals(),
        clock: any WallClock,
        guards: [ClockGuard] = [],
        leases: [String: any LeaseStore] = [:],
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        logger: Logger,
        metrics: MetricsRegistry,
        whenListening: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        try configuration.checkInternalListener()
        try configuration.checkClientAuthorities()
        HTTPMetrics.describe(in: metrics)
        ports = PortBoard(configuration.listeners) { bound in
            for (kind, port) in bound.all {
                logger.record(LoggedEvent.listening(listener: kind.rawValue, port: port))
            }
            whenListening()
        }
        let parts = try HostParts(
            configuration: configuration,
            clock: clock,
            monotonicClock: monotonicClock,
            logger: logger,
            metrics: metrics,
            stopping: stopping,
            refusals: refusals
        )
        let publicRoutes = ServiceRoutes.all(of: services, \.publicRoutes)
        let partnerRoutes = ServiceRoutes.all(of: services, \.partnerRoutes)
        publicListener = try parts.publicListener(publicRoutes, ports)
        partnerListener = try parts.partnerListener(partnerRoutes, ports)
        let work = configuration.work
        let operational = OperationalRoutes(
            services: services,
            metrics: metrics,
            logger: logger,
            guards: guards,
            isStopping: { [stopping] in stopping.isSet },
            isListening: { [ports] in ports.areBound },
            crowding: { [connections = publicListener?.responder.connections] in connections?.crowding ?? .none }
        )
        let internalRoutes =
            (work.answersRequests ? ServiceRoutes.all(of: services, \.internalRoutes) : [])
            + [ServiceRoutes(service: "host", refusals: refusals, routes: operational.routes)]
        internalListener = try parts.internalListener(internalRoutes, ports)
        routes =
            try OfferedRoute.all(publicRoutes, on: .public) + OfferedRoute.all(internalRoutes, on: .internal)
            + OfferedRoute.all(partnerRoutes, on: .partner)
        let identities = [publicListener?.tls, internalListener.tls, partnerListener?.tls]
        keepers = (identities + [parts.partners] as [(any WatchedFiles)?]).compactMap(\.self)
        watch = CertificateWatch(keepers: keepers, monotonicClock: monotonicClock)
        clockWatch = ClockWatch(guards: guards, monotonicClock: monotonicClock, logger: logger, metrics: metrics)
        jobs = services.flatMap { service in
            service.jobs.filter(work.runs).map { job in
                parts.runner(of: job, service: service.name, leases: leases[service.name], guards: guards)
            }
        }
        activities = services.flatMap(\.activities)
        self.logger = logger
    }

    /// Serves until the surrounding service group shuts down. Throws `HostError.cannotListen` if a port is taken. Then
    /// no job has run.
    package func run() async throws {
        defer { ports.hostStopped() }
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let others: [any Service] =
            jobs + (keepers.isEmpty ? [] : [watch]) + (clockWatch.guards.isEmpty ? [] : [clockWatch])
        // A group stops its services in reverse order, each after the one before has ended. So the internal listener
        // reports the health of the process until all other services have stopped.
        let outerSide = OuterSide(
            listeners: [publicListener, partnerListener].compactMap(\.self),
            waitUntilBound: { [ports] in _ = try await ports.bound() },
            others: others
        )
        // If one cannot listen, the other is stopped gracefully. Otherwise its library would log an error beside the
        // reason.
        let companions = Companions(works: activities) { [ports] in _ = try await ports.bound() }
        let services: [any Service] = (activities.isEmpty ? [] : [companions]) + [internalListener, outerSide]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map {
                    .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
                },
                logger: quiet
            )
        )
        try await withGracefulShutdownHandler {
            try await group.run()
        } onGracefulShutdown: {
            stopping.set()
            logger.record(LoggedEvent.stopping)
        }
        logger.record(LoggedEvent.stopped)
    }

    /// Loads changed certificate files and a changed list of partners now, instead of within a minute. If a file has a
    /// mistake, the mistake is logged and the previous content stays in force.
    package func reloadCertificates() {
        for keeper in keepers {
            keeper.check()
        }
    }

    /// Waits until all listeners accept connections. Throws if the host stopped before.
    package func boundPorts() async throws -> BoundPorts {
        try await ports.bound()
    }
}

/// The activities of all services. They begin once all listeners accept connections, and stop after the last listener,
/// because requests in flight may need them.
private struct Companions: Service, CustomStringConvertible {
    let description = "Companions"
    let works: [@Sendable () async -> Void]
    let waitUntilBound: @Sendable () async throws -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            guard (try? await waitUntilBound()) != nil else {
                return
            }
            await withTaskGroup(of: Void.self) { group in
                for work in works {
                    group.addTask { await work() }
                }
            }
        }
        // The group of services must not end because nothing goes on any more.
        try? await gracefulShutdown()
    }
}

/// The public listener, the partner listener, the jobs and the check of certificates. Jobs and the check begin once all
/// listeners accept connections. They all stop together.
private struct OuterSide: Service, CustomStringConvertible {
    let description = "OuterSide"
    let listeners: [Listener]
    let waitUntilBound: @Sendable () async throws -> Void
    let others: [any Service]

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for listener in listeners {
                group.addTask { try await listener.run() }
            }
            group.addTask { try await runOthers() }
            // The first failure ends the others: a process that cannot listen must not continue to run jobs.
            for try await _ in group {}
        }
    }

    /// Waits for the ports first, because a process that cannot listen must not run a job.
    private func runOthers() async throws {
        do {
            try await cancelWhenGracefulShutdown(waitUntilBound)
        } catch is CancellationError {
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for other in others {
                group.addTask { try await other.run() }
            }
            try await group.waitForAll()
        }
    }
}

/// Set once, when the host begins to stop.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    func set() {
        flag.store(true, ordering: .relaxed)
    }

    var isSet: Bool { flag.load(ordering: .relaxed) }
}
