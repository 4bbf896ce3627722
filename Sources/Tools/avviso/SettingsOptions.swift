import ArgumentParser
import Foundation
import ServerAssembly
import ServiceKit

/// The options that set settings, shared by the commands that work on a server's data.
struct SettingsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Settings from a YAML or JSON file.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The folder of the databases, the OTP key and the chunks.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("What signs exports: a PEM file, or a folder of keys.", valueName: "pem|dir"))
    var signingKey: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Any other setting, for example publication.period=1h.", valueName: "name=value")
    )
    var others: [String] = []

    /// The settings from all sources; `more` are those of the command's own options.
    func reader(_ more: [String: String?] = [:]) async throws -> SettingsReader {
        var commandLine = more.compactMapValues { $0 }
        commandLine["data"] = data
        commandLine["signing-key"] = signingKey
        for pair in others {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw ValidationError("--set takes NAME=VALUE, not \"\(pair)\"")
            }
            commandLine[String(parts[0])] = String(parts[1])
        }
        do {
            return try await SettingsReader(
                commandLine: commandLine,
                environment: ProcessInfo.processInfo.environment,
                file: config,
                catalogue: ServerSettings.catalogue,
                otherVariables: ServerSettings.otherVariables
            )
        } catch {
            if case .unknown(_, .commandLine, _) = error {
                throw ValidationError(error.description)
            }
            throw error
        }
    }
}
