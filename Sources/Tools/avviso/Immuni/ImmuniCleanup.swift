import DiagnosisKeyStores
import ImmuniAnalytics
import ImmuniAssembly
import KeyPublication
import ServiceKit

/// Immuni's part of `avviso cleanup`.
enum ImmuniCleanup {
    /// - Returns: false if the data folder has no database of Immuni.
    static func run(_ settings: SettingsReader) async throws -> Bool {
        let immuni = try ImmuniSystem(settings, clock: SystemWallClock(), mayMakeDatabases: false)
        guard immuni.hasExposures else {
            return false
        }
        let deleted = try await immuni.cleanupJob().run().deleted
        Terminal.say(
            "Deleted \(deleted.keys) keys (\(deleted.unpublishedKeys) never published), \(deleted.chunks) TEK Chunks, "
                + "\(deleted.inboxEntries) inbox entries and \(deleted.rights) rights to upload."
        )
        guard immuni.hasAnalytics else {
            return true
        }
        let analytics = try await immuni.analyticsCleanupJob().run()
        Terminal.say(
            "Deleted Operational Info and Epidemiological Info of the days before \(analytics.oldestDay), and analytics "
                + "tokens that have ended."
        )
        return true
    }
}
