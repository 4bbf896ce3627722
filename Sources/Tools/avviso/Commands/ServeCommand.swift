import ArgumentParser
import ExposurePrimitives
import Foundation
import Logging
import CommonAssembly
import ServerAssembly
import ServiceKit
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run services until SIGTERM or SIGINT.",
        discussion: """
            The server is ready when GET /health on the internal listener answers 200. Without names all services run \
            in one process; docs/operations.md says which of them share a database. With public.tls-certificate and \
            the settings like it, the listeners speak TLS (docs/tls.md); SIGHUP loads renewed files.

            At the start, a table on standard error lists what is not fit for production, like avviso check.

            Examples:
              avviso keys generate --out signing.pem
              avviso keys generate --out messages.pem
              avviso serve --preset demo --signing-key signing.pem --message-signing-key messages.pem --data data
              avviso serve otp ingestion --public 0.0.0.0:8080 --internal 127.0.0.1:8081 --data data
              avviso serve --preset demo --signing-key signing.pem --unsigned --data data --cast phones
            """
    )

    @OptionGroup var extras: SystemServeOptions
    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await reportingFailures {
            let reader = try await server.reader(extras.named)
            let settings = try RealmSettings(reader)
            let clock = try extras.clock(reader)
            let logger = Logger(label: "avviso") { _ in
                JSONLinesLogHandler(clock: clock, level: settings.logLevel.level)
            }
            Allocator.keepBuffers()
            let openFiles = OpenFileLimit.raise()
            // The listeners, and some files for databases and the log.
            let wanted = settings.host.limits.connectionsForAMoment * settings.host.listenerCount + 64
            if openFiles < wanted {
                logger.record(LoggedEvent.fewOpenFiles(limit: openFiles, wanted: wanted))
            }
            let assembled = try Server(reader, clock: clock, steps: CrashPoint.observer)
            let host = try await assembled.host(for: server.services, logger: logger, whenListening: Self.warn(of:))
            let companions = try extras.companions(of: assembled, clock: clock)
            let group = ServiceGroup(
                configuration: .init(
                    services: [host, ReloadOnHangup(host: host)] + companions,
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: Logger.silent
                )
            )
            try await group.run()
        }
    }

    /// Tells the person who starts the server, once, what is not fit for production.
    private static func warn(of findings: [FitnessFinding]) {
        if !findings.isEmpty {
            Terminal.complain(
                "avviso: not fit for production (avviso check, docs/operations.md):\n" + findings.table.dropLast()
            )
        }
    }
}

extension Logger {
    /// A logger for libraries whose own messages add nothing to our events.
    static let silent = Logger(label: "avviso.libraries") { _ in SwiftLogNoOpLogHandler() }
}
