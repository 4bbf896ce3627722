import ArgumentParser
import Foundation
import CommonAssembly
import ServerAssembly
import ServiceKit

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Make the databases, or bring their schemas up to date.",
        discussion: """
            avviso serve also brings schemas up to date when it starts. Databases of a newer version are refused and \
            stay unchanged.

            A database of version 0.1 also gets smaller pages, which make uploads faster. This needs as much free space \
            as the size of the database, and no server may have the database open. It may be interrupted at any \
            moment.

            Example:
              avviso migrate --data data
            """
    )

    @OptionGroup var options: DataOptions

    func run() async throws {
        try await reportingFailures {
            let server = try Server(await options.reader(), clock: SystemWallClock())
            let inUse = try server.migrate()
            Terminal.say("The databases in \(server.realm.settings.dataFolder.path) are up to date.")
            if !inUse.isEmpty {
                Terminal.complain(
                    "avviso: \(inUse.joined(separator: ", ")): a server has it open, so it keeps its large pages. That only "
                        + "costs speed. Stop the server and run this again to change it."
                )
            }
        }
    }
}
