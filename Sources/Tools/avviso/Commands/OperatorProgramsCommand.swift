import ArgumentParser

/// `avviso operator` where no system has operators' pages.
struct OperatorProgramsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Make the credentials of operators' programs.",
        subcommands: Systems.operatorCommands
    )
}
