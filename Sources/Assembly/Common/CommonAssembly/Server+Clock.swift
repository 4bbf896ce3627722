package import ClockPorts
import ExposurePrimitives
import Foundation
package import ServiceKit

/// The operator's actions for a clock that is not trusted.
extension Server {
    /// The guards of the existing databases, whether the settings use them or not.
    package func clockGuards() throws -> [ClockGuard] {
        let guards = try realm.clocks.ofPresentDatabases()
        guard !guards.isEmpty else {
            throw AssemblyError.noDatabase(realm.settings.dataFolder.path)
        }
        return guards
    }

    /// The repairs in one database.
    package struct RepairedDatabase: Sendable {
        package let database: String
        package let repairs: [ClockRepair]
    }

    /// Corrects the rows that a wrong clock wrote, in one transaction for each database.
    ///
    /// - Parameter isRehearsal: reports what would change, and changes nothing.
    /// - Throws: `AssemblyError.clockHeld` if the present time is not trusted: right moments would look wrong.
    package func repairClock(isRehearsal: Bool) async throws -> [RepairedDatabase] {
        if realm.settings.clock.isGuarded {
            for guarded in try clockGuards() {
                if let hold = try await guarded.check().hold {
                    throw AssemblyError.clockHeld(hold)
                }
            }
        }
        let now = realm.clock.now()
        var repaired: [RepairedDatabase] = []
        for (database, repair) in try realm.stores.clockRepairs() {
            let repairs = try await repair.repair(now: now, isRehearsal: isRehearsal)
            repaired.append(RepairedDatabase(database: database.text, repairs: repairs))
        }
        return repaired
    }
}
