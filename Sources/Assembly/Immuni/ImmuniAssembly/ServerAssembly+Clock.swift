import ImmuniAnalytics
package import ClockPorts
import ExposurePrimitives
import Foundation
package import ServiceKit
import SQLiteEngine

/// What an operator does about a clock that is not trusted.
extension ServerAssembly {
    /// The guards of the databases that are there, whether the settings use them or not.
    package func clockGuards() throws -> [ClockGuard] {
        let guards = try clocks.ofPresentDatabases()
        guard !guards.isEmpty else {
            throw AssemblyError.noDatabase(settings.dataFolder.path)
        }
        return guards
    }

    /// What was repaired in one database.
    package struct RepairedDatabase: Sendable {
        package let database: String
        package let repairs: [ClockRepair]
    }

    /// Puts right what a wrong clock has written, one transaction for each database.
    ///
    /// - Parameter isRehearsal: says what would be done, and does nothing.
    /// - Throws: `AssemblyError.clockHeld` where the present time is not trusted: right moments would look wrong.
    package func repairClock(isRehearsal: Bool) async throws -> [RepairedDatabase] {
        if settings.clock.isGuarded {
            for guarded in try clockGuards() {
                if let hold = try await guarded.check().hold {
                    throw AssemblyError.clockHeld(hold)
                }
            }
        }
        let now = clock.now()
        var repaired: [RepairedDatabase] = []
        for (name, repair) in try repairs() {
            let repairs = try await repair.repair(now: now, isRehearsal: isRehearsal)
            repaired.append(RepairedDatabase(database: name, repairs: repairs))
        }
        return repaired
    }

    private func repairs() throws -> [(name: String, repair: any ClockRepairing)] {
        var repairs: [(name: String, repair: any ClockRepairing)] = try clocks.presentContents().map { content in
            let database = try data.database(of: content)
            return (content.name, SQLiteClockRepair(database, of: repairContent(of: content)))
        }
        if let database = try data.settingsIfThere {
            repairs.append(("settings", SQLiteClockRepair(database, of: .settings)))
        }
        return repairs
    }

    private func repairContent(of content: SQLiteTimeTrust.Content) -> SQLiteClockRepair.Content {
        switch content {
        case .exposures: .exposures
        case .analytics: .analytics(retentionDays: settings.analytics.retentionDays)
        case .operators: .operators
        }
    }
}
