import ArgumentParser

/// Immuni's commands.
enum ImmuniCommands {
    static let all: [any ParsableCommand.Type] = [
        PublishCommand.self, OTPCommand.self,
        SettingsCommand.self, AnalyticsCommand.self, EmulateCommand.self, SimulateCommand.self,
    ]
}

/// Immuni's options of `avviso serve` and `avviso check`.
struct ImmuniServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The settings for the apps: a built-in name (demo) or a file.", valueName: "name|file"))
    var preset: String?

    var named: [String: String?] { ["preset": preset] }
}
