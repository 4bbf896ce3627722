import ArgumentParser
import ExposurePrimitives
import Foundation
import Logging
import ImmuniPhonePage
import ImmuniAssembly
import ServiceKit
import ServiceLifecycle
import ImmuniDemo
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run services until SIGTERM or SIGINT.",
        discussion: """
            Ready when GET /health on the internal listener answers 200. Without names all services run in one \
            process; docs/operations.md says which of them share a database. With public.tls-certificate and its kin the \
            listeners speak TLS (docs/tls.md); SIGHUP takes renewed files up.

            At the start a table on standard error says what of the set-up is not fit for production: avviso check.

            Examples:
              avviso keys generate --out signing.pem
              avviso keys generate --out messages.pem
              avviso serve --preset demo --signing-key signing.pem --message-signing-key messages.pem --data data
              avviso serve otp ingestion --public 0.0.0.0:8080 --internal 127.0.0.1:8081 --data data
              avviso serve --preset demo --signing-key signing.pem --unsigned --data data --cast phones
            """
    )

    @Option(
        help: ArgumentHelp(
            "For trying out, with the preset demo alone: live by the clock of the phones of this cast (avviso phone).",
            valueName: "folder"
        )
    )
    var cast: String?

    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await reportingFailures {
            // A cast's clock is moved by days.
            let settings = try await server.settings(cast == nil ? [:] : ["clock.guard": "off"])
            let castFolder = try castFolder(settings)
            let clock: any WallClock =
                castFolder.map { CastClock(folder: $0, base: SystemWallClock()) } ?? SystemWallClock()
            let logger = Logger(label: "avviso") { _ in
                JSONLinesLogHandler(clock: clock, level: settings.logLevel.level)
            }
            Allocator.keepBuffers()
            let openFiles = OpenFileLimit.raise()
            // Two listeners, and some for databases and the log.
            let wanted = settings.host.limits.connectionsForAMoment * 2 + 64
            if openFiles < wanted {
                logger.record(LoggedEvent.fewOpenFiles(limit: openFiles, wanted: wanted))
            }
            let assembly = try ServerAssembly(settings: settings, clock: clock, steps: CrashPoint.observer)
            let host = try await assembly.host(for: server.services, logger: logger, whenListening: Self.warn(of:))
            let door = try castFolder.map { folder in
                try CastHost(AssemblyAuthority(assembly, clock: clock), folder: folder)
            }
            let parts: [any Service] = [host, ReloadOnHangup(host: host)]
            let group = ServiceGroup(
                configuration: .init(
                    services: parts + (door.map { [$0] } ?? []),
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: Logger.silent
                )
            )
            try await group.run()
        }
    }

    /// Says once, for the person who starts the server, what of the set-up is not fit for production.
    private static func warn(of findings: [FitnessFinding]) {
        if !findings.isEmpty {
            Terminal.complain(
                "avviso: not fit for production (avviso check, docs/operations.md):\n" + findings.table.dropLast()
            )
        }
    }

    /// Whoever can write there sets the servers' clock, so it is nothing for real phones.
    private func castFolder(_ settings: ServerSettings) throws -> URL? {
        guard let cast else {
            return nil
        }
        guard settings.preset == "demo" else {
            throw Failure("--cast is for trying out: it needs --preset demo")
        }
        return try PhoneCast.makeFolder(cast)
    }
}

extension Logger {
    /// For libraries whose own messages say nothing that our events do not.
    static let silent = Logger(label: "avviso.libraries") { _ in SwiftLogNoOpLogHandler() }
}
