import AssociationAssembly
import AssociationService
import CommonAssembly
import ExposurePrimitives
import ServiceKit

/// The association's part of `avviso cleanup`.
enum AssociationCleanup {
    /// - Returns: false if the mode has no authority, or the data folder has no database of it.
    static func run(_ settings: SettingsReader) async throws -> Bool {
        guard let system = try AssociationSystem.onExistingData(settings) else {
            return false
        }
        let outcome = try await system.retentionJob().run()
        Terminal.say("Deleted \(outcome.rows) rows of the association, and moved \(outcome.keys) keys on.")
        return true
    }
}

extension AssociationSystem {
    /// Nil if the mode has no authority, or the data folder has no database of it.
    static func onExistingData(_ settings: SettingsReader) throws -> AssociationSystem? {
        let realm = try Realm(
            settings: RealmSettings(settings),
            databases: databases(settings),
            clock: SystemWallClock(),
            mayMakeDatabases: false
        )
        let system = try AssociationSystem(realm: realm, settings: settings)
        return system.hasAccounts ? system : nil
    }
}
