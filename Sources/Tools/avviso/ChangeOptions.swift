import ArgumentParser
import Foundation

/// The options for the author and the reason of a change.
struct ChangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The author of the change; by default the user of this terminal.", valueName: "name"))
    var author: String?

    @Option(help: ArgumentHelp("The reason, in one line.", valueName: "text")) var reason: String

    var name: String { author ?? Self.user }

    /// Cron, systemd and containers set none of the variables, and a container's user may have only a number.
    private static var user: String {
        let environment = ProcessInfo.processInfo.environment
        let names = ["SUDO_USER", "LOGNAME", "USER"].compactMap { environment[$0] } + [NSUserName()]
        return names.first { !$0.isEmpty } ?? "user \(getuid())"
    }
}
