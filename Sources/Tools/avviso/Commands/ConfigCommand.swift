import ArgumentParser
import CommonAssembly
import ServerAssembly
import ServiceKit

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show every setting: its value, the value's source, its default and its meaning.",
        discussion: """
            Secrets are masked. Exits with 1 if a setting is wrong, like avviso serve, and with 64 if the command line \
            sets it.

            Examples:
              avviso config
              AVVISO_OTP_LIFETIME=300s avviso config --json
            """
    )

    @Flag(help: "Print one JSON array, for programs.")
    var json = false

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        try await reportingFailures {
            let rows = try Server.catalogue.rows(await options.uncheckedReader())
            Terminal.put(json ? rows.json : rows.table)
        }
    }
}
