import ExposurePrimitives
import Logging
import Persistence

/// Builds the parts of a host that share its clock, limits and metrics.
struct HostParts {
    let configuration: HostConfiguration
    let clock: any WallClock
    let monotonicClock: any MonotonicClock
    let logger: Logger
    let metrics: MetricsRegistry
    let stopping: StopFlag
    let refusals: any RefusalRenderer
    /// Nil without a listener for partners.
    let partners: PartnerKeeper?
    private let inFlight: InFlightGate
    private let bodies: BodyMemory
    private let encoder: AnswerEncoder

    init(
        configuration: HostConfiguration,
        clock: any WallClock,
        monotonicClock: any MonotonicClock,
        logger: Logger,
        metrics: MetricsRegistry,
        stopping: StopFlag,
        refusals: any RefusalRenderer
    ) throws(HostError) {
        self.configuration = configuration
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.logger = logger
        self.metrics = metrics
        self.stopping = stopping
        self.refusals = refusals
        inFlight = InFlightGate(limit: configuration.limits.requestsInFlight, metrics: metrics)
        bodies = BodyMemory(limit: configuration.limits.bodyMemory)
        encoder = AnswerEncoder(date: HTTPDate(clock: clock))
        partners = try Self.partners(of: configuration, clock: clock, logger: logger, metrics: metrics)
        HTTPMetrics.describe(in: metrics)
        JobRunner.describe(in: metrics)
    }

    private static func partners(
        of configuration: HostConfiguration,
        clock: any WallClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) throws(HostError) -> PartnerKeeper? {
        guard let path = configuration.partner?.list else {
            return nil
        }
        do throws(TLSError) {
            return try PartnerKeeper(path: path, clock: clock, logger: logger, metrics: metrics)
        } catch {
            throw .unusablePartnerList(error)
        }
    }

    /// Nil in a process that only runs jobs.
    func publicListener(_ routes: [ServiceRoutes], _ ports: PortBoard) throws(HostError) -> Listener? {
        guard configuration.listeners.contains(.public) else {
            return nil
        }
        return try listener(
            .public,
            at: configuration.publicAddress,
            callerCheck: nil,
            tls: keeper(of: configuration.publicTLS, for: .public, admitting: .all),
            ports: ports,
            routes: routes
        )
    }

    func internalListener(_ routes: [ServiceRoutes], _ ports: PortBoard) throws(HostError) -> Listener {
        try listener(
            .internal,
            at: configuration.internalAddress,
            callerCheck: internalCallerCheck,
            tls: keeper(of: configuration.internalTLS, for: .internal, admitting: partners.map { .allBut($0) } ?? .all),
            ports: ports,
            routes: routes
        )
    }

    /// Nil if none is set up.
    func partnerListener(_ routes: [ServiceRoutes], _ ports: PortBoard) throws(HostError) -> Listener? {
        guard configuration.listeners.contains(.partner), let partner = configuration.partner, let partners else {
            return nil
        }
        return try listener(
            .partner,
            at: partner.address,
            callerCheck: nil,
            tls: keeper(of: partner.tls, for: .partner, admitting: .partners(partners)),
            ports: ports,
            routes: routes
        )
    }

    private func listener(
        _ kind: Listener.Kind,
        at address: ListenAddress,
        callerCheck: CallerCheck?,
        tls: TLSKeeper?,
        ports: PortBoard,
        routes: [ServiceRoutes]
    ) throws(HostError) -> Listener {
        let httpMetrics = HTTPMetrics(factory: metrics)
        let responder = Responder(
            routes: try RouteTable(routes, refusals: refusals, metrics: httpMetrics),
            limits: configuration.limits,
            cover: configuration.cover,
            callerCheck: callerCheck,
            monotonicClock: monotonicClock,
            encoder: encoder,
            metrics: httpMetrics,
            inFlight: inFlight,
            isStopping: { [stopping] in stopping.isSet },
            logger: logger,
            bodies: bodies,
            partners: kind == .partner ? partners : nil,
            connections: ConnectionTable(limits: configuration.limits, listener: kind, metrics: metrics, logger: logger)
        )
        return Listener(
            kind: kind,
            address: address,
            responder: responder,
            tls: tls,
            ports: ports,
            ending: ending(of: kind),
            monotonicClock: monotonicClock
        )
    }

    /// The internal listener ends after the others, so its drain time is over when its end begins.
    private func ending(of kind: Listener.Kind) -> Listener.Ending {
        guard configuration.drain > .zero else {
            return .atOnce
        }
        return .afterDraining(kind == .internal ? .zero : configuration.drain)
    }

    /// The rules of the internal listener.
    private var internalCallerCheck: CallerCheck {
        CallerCheck(
            token: configuration.internalToken.map(BearerToken.init),
            checksCertificates: configuration.internalTLS?.clientAuthority != nil,
            // With TLS the browser has checked the name, and a foreign page does not know the token.
            foreignNames: configuration.internalToken == nil && configuration.internalTLS == nil
                ? configuration.internalForeignNames : .everything
        )
    }

    /// Nil if `files` is nil.
    private func keeper(
        of files: TLSFiles?,
        for listener: Listener.Kind,
        admitting clients: ClientAdmission
    ) throws(HostError) -> TLSKeeper? {
        guard let files else {
            return nil
        }
        do throws(TLSError) {
            return try TLSKeeper(
                files,
                of: listener,
                admitting: clients,
                minimum: configuration.minimumTLSVersion,
                clock: clock,
                logger: logger,
                metrics: metrics
            )
        } catch {
            throw .unusableCertificate(listener: listener.rawValue, error)
        }
    }

    /// - Parameters:
    ///   - leases: those of a database that all processes with the job share; nil if this process is alone.
    ///   - guards: the trusted clocks of the process.
    func runner(of job: PeriodicJob, service: String, leases: (any LeaseStore)?, guards: [ClockGuard]) -> JobRunner {
        JobRunner(
            job: job,
            service: service,
            leases: leases,
            guards: guards,
            clock: clock,
            monotonicClock: monotonicClock,
            logger: logger,
            metrics: metrics
        )
    }
}
