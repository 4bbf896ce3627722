package import ClockPorts
package import ExposurePrimitives
import LinuxClock
package import Logging
package import Persistence
package import SQLEngine
package import ServiceKit

/// The systems of one process on their realm. Only this type assembles services.
package struct Server: Sendable {
    package let realm: Realm
    let systems: [any SystemAssembly]

    /// Databases are opened when a service or job needs them.
    ///
    /// - Parameter mayMakeDatabases: see ``Realm``.
    package init(
        _ systems: [any SystemAssembly.Type],
        settings: SettingsReader,
        clock: any WallClock,
        machine: any MachineClock = LinuxMachineClock(),
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        try self.init(
            systems,
            settings: settings,
            realm: Realm(
                settings: RealmSettings(settings),
                databases: Self.databases(of: systems, settings),
                clock: clock,
                machine: machine,
                steps: steps,
                mayMakeDatabases: mayMakeDatabases
            )
        )
    }

    /// A server with one system, on its realm.
    package init(_ system: some SystemAssembly) {
        realm = system.realm
        systems = [system]
    }

    init(_ systems: [any SystemAssembly.Type], settings: SettingsReader, realm: Realm) throws {
        self.realm = realm
        self.systems = try systems.map { try $0.init(realm: realm, settings: settings) }
    }

    /// The system of this type; nil if it is not built.
    package func system<System: SystemAssembly>(_ type: System.Type) -> System? {
        systems.lazy.compactMap { $0 as? System }.first
    }

    /// The databases of `systems`, each once: systems share some.
    package static func databases(
        of systems: [any SystemAssembly.Type],
        _ settings: SettingsReader
    ) throws -> [SQLContent] {
        var names: Set<String> = []
        return try systems.flatMap { try $0.databases(settings) }.filter { names.insert($0.name).inserted }
    }

    /// Every setting of a process with `systems`.
    package static func catalogue(of systems: [any SystemAssembly.Type]) -> SettingsCatalogue {
        systems.reduce(RealmSettings.catalogue + SettingsCatalogue([.init(servicesSetting(of: systems))])) {
            $0 + $1.catalogue
        }
    }

    /// A host for `names`. A missing setting that they need is an error.
    ///
    /// - Parameter whenListening: called once all listeners accept connections, before any job runs, with the reasons
    ///   why the set-up is not fit for production.
    package func host(
        for names: [ServiceName],
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        logger: Logger,
        whenListening: @escaping @Sendable ([FitnessFinding]) -> Void = { _ in }
    ) async throws -> ServiceHost {
        let logger = realm.settings.named(logger)
        for system in systems {
            try system.checkProtection(of: Set(names))
        }
        try checkProxy()
        if realm.narrowedModes > 0 {
            logger.record(AssemblyEvent.modesNarrowed(count: realm.narrowedModes))
        }
        let metrics = MetricsRegistry(labels: realm.settings.name.map { [("realm", $0.text)] } ?? [])
        let services = try await services(names, monotonicClock: monotonicClock, logger: logger, metrics: metrics)
        // The check runs before anything else, so no answer uses an unchecked time. If the database does not answer,
        // jobs ask again and get no time.
        for guarded in realm.clocks.all {
            _ = try? await guarded.check()
        }
        let findings = try await findings(for: names)
        return try ServiceHost(
            services: services,
            configuration: realm.settings.host,
            // Outside of any route the intended system is unknown: the first of the served ones answers.
            refusals: systems.first { !Set(names).isDisjoint(with: type(of: $0).services) }
                .map { type(of: $0).refusals } ?? EmptyRefusals(),
            clock: realm.clock,
            guards: realm.clocks.all,
            leases: leases(of: services),
            monotonicClock: monotonicClock,
            logger: logger,
            metrics: metrics,
            whenListening: { whenListening(findings) }
        )
    }

    /// By service, the leases of its jobs. Databases that are files belong to one machine, where one process is enough.
    private func leases(of services: [any HostedService]) throws -> [String: any LeaseStore] {
        guard realm.settings.database != nil else {
            return [:]
        }
        var leases: [String: any LeaseStore] = [:]
        for service in services where !service.jobs.isEmpty {
            let name = ServiceName(rawValue: service.name)
            let system = systems.first { type(of: $0).services.contains(name) }
            let database = system.map { type(of: $0).database(ofJobsOf: name) } ?? .operators
            leases[service.name] = try realm.stores.database(database)
        }
        return leases
    }

    private func services(
        _ names: [ServiceName],
        monotonicClock: any MonotonicClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) async throws -> [any HostedService] {
        let means = ServiceMeans(
            signer: try realm.messageSigningKey().map { ResponseSigner(key: $0, clock: realm.clock) },
            monotonicClock: monotonicClock,
            logger: logger,
            metrics: metrics
        )
        var services: [any HostedService] = []
        for system in systems {
            for name in type(of: system).services where names.contains(name) {
                services.append(try await system.service(name, with: means))
            }
        }
        if names.contains(.portal) {
            services.append(try Self.portal(of: systems, beside: Set(names), on: realm, with: means))
        }
        return services
    }

    /// The reasons why this set-up is not fit for production if `names` run. The services are made first, so the
    /// settings of the apps are those that phones will get.
    ///
    /// - Parameter served: the settings of the realm that will be served; nil for this one's.
    func findings(for names: [ServiceName], served: RealmSettings? = nil) async throws -> [FitnessFinding] {
        let names = Set(names)
        var findings: [FitnessFinding] = []
        let settings = served ?? realm.settings
        for system in systems {
            findings += try await system.findings(of: names, served: settings)
        }
        let facts = RealmFacts(
            settings: settings,
            services: names,
            hasPublicServices: settings.host.hasPublicListener
                && systems.contains { !type(of: $0).publicServices.isDisjoint(with: names) },
            hasExpiredCertificate: try realm.hasExpiredCertificate(),
            isDataShared: !DataFolderModes(of: settings.dataFolder, contents: realm.contents).shared.isEmpty,
            database: try Realm.engine(settings).serverFacts()
        )
        return findings + FitnessRule.all.findings(of: facts)
    }

    /// Makes all databases, or brings their file format and schemas up to date.
    ///
    /// - Returns: the names of the files that keep their old format, because another process has them open.
    package func migrate() throws -> [String] {
        try realm.stores.migrate()
    }

    /// Copies all databases to another engine and compares each table.
    package func move(
        to target: DatabaseMove.Target,
        progress: @escaping @Sendable (DatabaseMove.Step) -> Void
    ) async throws {
        try await DatabaseMove(of: realm.settings, realm.contents, to: target).run(progress: progress)
    }
}
