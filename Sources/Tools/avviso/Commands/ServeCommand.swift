import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import Foundation
import Logging
import ServerAssembly
import ServiceKit
import ServiceLifecycle
import Synchronization
import UnixSignals

struct ServeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run services until SIGTERM or SIGINT.",
        discussion: """
            The server is ready when GET /health on the internal listener answers 200. Without names all services run \
            in one process; docs/operations.md says which of them share a database. With public.tls-certificate and \
            the settings like it, the listeners speak TLS (docs/tls.md); SIGHUP loads renewed files.

            At the start, a table on standard error lists what is not fit for production, like avviso check.

            With --realm, given once for each realm, one process hosts several realms. Each has its own file of \
            settings, with its own data, keys and listeners (docs/realms.md).

            Examples:
              avviso keys generate --out signing.pem
              avviso keys generate --out messages.pem
              avviso serve --preset demo --signing-key signing.pem --message-signing-key messages.pem --data data
              avviso serve otp ingestion --public 0.0.0.0:8080 --internal 127.0.0.1:8081 --data data
              avviso serve --preset demo --signing-key signing.pem --unsigned --data data --cast phones
              avviso serve --realm it=italy.yaml --realm de=germany.yaml
            """
    )

    @OptionGroup var extras: SystemServeOptions
    @OptionGroup var server: ServerOptions

    func perform() async throws {
        guard server.realms.count > 1 else {
            return try await serve(server.plan(extras.named))
        }
        guard extras.named.isEmpty else {
            throw ValidationError("--cast is for a process with one realm.")
        }
        try await serve(server.plans())
    }

    /// Hosts one realm. If it cannot start, the process ends.
    private func serve(_ plan: RealmPlan) async throws {
        let clock = try extras.clock(plan.reader)
        let logger = Self.logger(of: plan, clock: clock)
        Self.prepare([plan], logger: logger)
        let assembled = try Server(plan.reader, clock: clock, steps: CrashPoint.observer)
        let host = try await assembled.host(
            for: plan.services,
            logger: logger,
            whenListening: { Self.warn(of: $0, in: plan.name) }
        )
        let companions = try extras.companions(of: assembled, clock: clock)
        try await Self.run([host, ReloadOnHangup(reload: host.reloadCertificates)] + companions)
    }

    /// Hosts several realms. One that fails is tried again, and the others do not notice.
    private func serve(_ plans: [RealmPlan]) async throws {
        let clock = SystemWallClock()
        let loggers = plans.map { Self.logger(of: $0, clock: clock) }
        // A line about the whole process names no realm.
        if let logger = loggers.first {
            Self.prepare(plans, logger: logger)
        }
        let complaints = Complaints()
        let members = zip(plans, loggers).compactMap { plan, logger in
            plan.name.map { name in
                HostGroup.Member(name: name, logger: plan.settings.named(logger)) {
                    try RealmConflicts.checkServer(of: plan, against: plans)
                    return try await Self.made(plan, clock: clock, logger: logger)
                }
            }
        }
        let group = HostGroup(members, report: complaints.report)
        try await Self.run([group, ReloadOnHangup(reload: group.reloadCertificates)])
    }

    /// Opens what a realm needs. If that fails, it is closed again.
    private static func made(
        _ plan: RealmPlan,
        clock: any WallClock,
        logger: Logger
    ) async throws -> HostGroup.MadeHost {
        let server = try Server(plan.reader, clock: clock, steps: CrashPoint.observer)
        do {
            let host = try await server.host(
                for: plan.services,
                logger: logger,
                whenListening: { warn(of: $0, in: plan.name) }
            )
            return HostGroup.MadeHost(host, close: server.realm.close)
        } catch {
            try? server.realm.close()
            throw error
        }
    }

    private static func run(_ services: [any Service]) async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger.silent
            )
        )
        try await group.run()
    }

    private static func logger(of plan: RealmPlan, clock: any WallClock) -> Logger {
        Logger(label: "avviso") { _ in
            JSONLinesLogHandler(clock: clock, level: plan.settings.logLevel.level)
        }
    }

    /// Takes from the system what all realms of the process share.
    private static func prepare(_ plans: [RealmPlan], logger: Logger) {
        Allocator.keepBuffers()
        let openFiles = OpenFileLimit.raise()
        // The listeners, and some files for databases and the log.
        let wanted = plans.map { plan in
            plan.settings.host.limits.connectionsForAMoment * plan.settings.host.listenerCount + 64
        }.reduce(0, +)
        if openFiles < wanted {
            logger.record(LoggedEvent.fewOpenFiles(limit: openFiles, wanted: wanted))
        }
    }

    /// Tells the person who starts the server, once, what is not fit for production.
    private static func warn(of findings: [FitnessFinding], in realm: RealmName?) {
        if !findings.isEmpty {
            let name = realm.map { "realm \($0): " } ?? ""
            Terminal.complain(
                "avviso: \(name)not fit for production (avviso check, docs/operations.md):\n"
                    + findings.table.dropLast()
            )
        }
    }
}

/// Tells the person at the terminal why a realm does not run, once for each reason.
private final class Complaints: Sendable {
    private let told = Mutex<[RealmName: String]>([:])

    func report(_ realm: RealmName, _ error: any Error) {
        let reason = "\(error)"
        let isNew = told.withLock { told in
            defer { told[realm] = reason }
            return told[realm] != reason
        }
        if isNew {
            let pause = HostGroup.pause.components.seconds
            Terminal.complain(
                "avviso: realm \(realm) does not run, and is tried again every \(pause) seconds: \(reason)"
            )
        }
    }
}

extension Logger {
    /// A logger for libraries whose own messages add nothing to our events.
    static let silent = Logger(label: "avviso.libraries") { _ in SwiftLogNoOpLogHandler() }
}
