import ArgumentParser
import Foundation
import CommonAssembly
import ServerAssembly
import ServiceKit

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether a server's set-up can start, and whether it is fit for production.",
        discussion: """
            Takes the same arguments as avviso serve. Inspects the settings, the keys, the certificates, the settings \
            of the apps and the data folder. Does not listen and changes nothing. docs/operations.md explains each \
            finding.

            Exits with 0 if the set-up is fit for production, with 2 if it starts but is not fit, and with 1 if it \
            does not start, like avviso serve.

            Examples:
              avviso check --config avviso.yaml
              avviso check config reporting --config avviso.yaml --json
            """
    )

    @Flag(help: "Print one JSON object, for programs.")
    var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        try await reportingFailures {
            try report(await inspection())
        }
    }

    private func report(_ inspection: SetupInspection) throws {
        if json {
            Terminal.say(try Self.json(inspection))
        } else if let problem = inspection.problem {
            Terminal.complain("avviso: \(problem)")
        } else if inspection.findings.isEmpty {
            Terminal.say("This set-up is fit for production.")
        } else {
            Terminal.say("This set-up starts, but is not fit for production:\n" + inspection.findings.table.dropLast())
        }
        guard inspection.problem == nil else {
            throw ExitCode.failure
        }
        guard inspection.findings.isEmpty else {
            throw Self.unfit
        }
    }

    private static let unfit = ExitCode(2)

    private func inspection() async throws -> SetupInspection {
        let settings: SettingsReader
        do {
            settings = try await server.reader()
        } catch let error as SettingsError where error.origin != .commandLine {
            return SetupInspection(problem: error.description)
        }
        return await SetupInspection(Server.systems, settings, services: server.services, clock: SystemWallClock())
    }

    private static func json(_ inspection: SetupInspection) throws -> String {
        struct Document: Encodable {
            let starts: Bool
            let fit: Bool
            let problem: String?
            let findings: [FitnessFinding]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let starts = inspection.problem == nil
        return String(
            decoding: try encoder.encode(
                Document(
                    starts: starts,
                    fit: starts && inspection.findings.isEmpty,
                    problem: inspection.problem,
                    findings: inspection.findings
                )
            ),
            as: UTF8.self
        )
    }
}
