import DiagnosisKeyStores
import ImmuniAnalytics
import ArgumentParser
import KeyPublication
import ImmuniAssembly
import ServiceKit

struct CleanupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanup",
        abstract: "Delete expired data once, without waiting for the hourly job.",
        discussion: """
            Example:
              avviso cleanup --data data
            """
    )

    @OptionGroup(visibility: .hidden) var old: NowOption
    @OptionGroup var options: DataOptions

    func run() async throws {
        try await reportingFailures {
            let immuni = try ImmuniSystem(
                await options.reader(),
                clock: SystemWallClock(),
                mayMakeDatabases: false
            )
            let outcome = try await immuni.cleanupJob().run()
            let deleted = outcome.deleted
            Terminal.say(
                "Deleted \(deleted.keys) keys (\(deleted.unpublishedKeys) never published), \(deleted.chunks) TEK Chunks, "
                    + "\(deleted.inboxEntries) inbox entries and \(deleted.rights) rights to upload."
            )
            guard immuni.hasAnalytics else {
                return
            }
            let analytics = try await immuni.analyticsCleanupJob().run()
            Terminal.say(
                "Deleted Operational Info and Epidemiological Info of the days before \(analytics.oldestDay), and analytics "
                    + "tokens that have ended."
            )
        }
    }
}
