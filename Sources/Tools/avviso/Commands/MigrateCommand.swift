import ArgumentParser
import Foundation
import ServerAssembly
import ServiceKit

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Make the databases, or bring their schemas up to date.",
        discussion: """
            avviso serve does the same when it starts. Databases of a newer version are refused unchanged.

            Example:
              avviso migrate --data data
            """
    )

    @OptionGroup var options: DataOptions

    func run() async throws {
        try await reportingFailures {
            let settings = try ServerSettings(await options.reader())
            try ServerAssembly(settings: settings, clock: SystemWallClock()).migrate()
            Terminal.say("The databases in \(settings.dataFolder.path) are up to date.")
        }
    }
}
