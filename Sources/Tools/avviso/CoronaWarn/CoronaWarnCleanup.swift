import CoronaWarnAssembly
import CoronaWarnLaboratory
import CoronaWarnPorts
import CoronaWarnVerification
import DiagnosisKeyStores
import KeyPublication
import ServiceKit

/// Corona-Warn's part of `avviso cleanup`.
enum CoronaWarnCleanup {
    /// - Returns: false if the data folder has no database of Corona-Warn.
    static func run(_ settings: SettingsReader) async throws -> Bool {
        let system = try CoronaWarnSystem(settings)
        // Results first: a test is forgotten only when its result is gone.
        if system.hasResults {
            let results = try await system.resultRetentionJob().run().results
            Terminal.say("Redeemed \(results.redeemed) results of tests, and deleted \(results.deleted).")
        }
        if system.hasRegistrations {
            if system.reachesResults {
                let outcome = try await system.cleanRegistrations()
                Terminal.say(
                    "Deleted \(outcome.rows) rows of tokens, TANs and teleTANs, and forgot \(outcome.tests) tests."
                )
            } else {
                Terminal.say("Deleted \(try await system.deleteUploadMarks()) marks of uploads.")
            }
            let keys = try await system.keyCleanupJob().run().deleted
            Terminal.say(
                "Deleted \(keys.keys) keys (\(keys.unpublishedKeys) never published) and \(keys.chunks) packages."
            )
        }
        return system.hasResults || system.hasRegistrations
    }
}
