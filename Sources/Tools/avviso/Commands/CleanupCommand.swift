import ArgumentParser
import CommonAssembly
import Foundation
import ServiceKit

struct CleanupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanup",
        abstract: "Delete expired data once, without waiting for the hourly jobs.",
        discussion: """
            Does the same as the jobs, in each database that the folder has.

            Example:
              avviso cleanup --data data
            """
    )

    @OptionGroup(visibility: .hidden) var old: NowOption
    @OptionGroup var options: DataOptions

    func perform() async throws {
        let settings = try await options.reader()
        var hasDatabase = false
        for cleanup in Systems.cleanups where try await cleanup(settings) {
            hasDatabase = true
        }
        guard hasDatabase else {
            throw AssemblyError.noDatabase(try RealmSettings(settings).dataFolder.path)
        }
    }
}
