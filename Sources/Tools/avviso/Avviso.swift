import ArgumentParser

/// The one executable: servers, operators' tools and the demo.
@main
struct Avviso: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avviso",
        abstract: "An exposure-notification system that a health authority runs itself.",
        discussion: """
            To see it work, run: avviso demo

            Every setting can be given in the environment (AVVISO_…) or in a YAML or JSON file (AVVISO_CONFIG); avviso \
            config lists them all.

            Exit codes: 0 for success; 1 if something failed or was refused, or a check failed; 2 if avviso \
            check finds a set-up that starts but is not fit for production; 64 for wrong usage. docs/commands.md lists \
            them for each command.
            """,
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, CheckCommand.self, ConfigCommand.self, MigrateCommand.self, CleanupCommand.self,
            ClockCommand.self, KeysCommand.self, TLSCommand.self, ExportCommand.self, DetectCommand.self,
            SightingsCommand.self, RiskCommand.self, APICommand.self,
        ] + Systems.commands
    )

    static func main() async {
        do {
            await main(try SettingsSystem.choose(in: Array(CommandLine.arguments.dropFirst())))
        } catch {
            exit(withError: error)
        }
    }
}
