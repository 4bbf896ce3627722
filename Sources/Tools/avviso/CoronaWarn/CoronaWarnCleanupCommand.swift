import ArgumentParser
import CoronaWarnAssembly
import CoronaWarnLaboratory
import CoronaWarnVerification
import DiagnosisKeyStores
import KeyPublication
import TestResultStores

/// Corona-Warn's retention without waiting for the jobs.
struct CoronaWarnCleanupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SystemChoice.command("cleanup", of: "coronawarn"),
        abstract: "Delete Corona-Warn's expired data once, without waiting for the hourly jobs (cleanup --system coronawarn).",
        discussion: """
            Example:
              avviso cleanup --system coronawarn --data data
            """
    )

    @OptionGroup var options: DataOptions

    func run() async throws {
        try await reportingFailures {
            let system = try await options.coronaWarn()
            let results = try await system.resultRetentionJob().run().results
            let registrations = try await system.registrationCleanupJob().run()
            let keys = try await system.keyCleanupJob().run().deleted
            Terminal.say(
                "Redeemed \(results.redeemed) results and deleted \(results.deleted). Deleted \(registrations.rows) tokens, "
                    + "TANs and teleTANs, \(keys.keys) keys (\(keys.unpublishedKeys) never published) and \(keys.chunks) "
                    + "chunks. \(registrations.tests) tests can be registered again."
            )
        }
    }
}
