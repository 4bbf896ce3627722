package import ClockPorts
import ExposurePrimitives
import ServiceKit
import Synchronization

/// The trusted clocks of a realm's databases. Each is made at its first use. If the settings switch the guard off, the
/// calendar is trusted.
package final class ClockGuards: Sendable {
    private let stores: any StoreFactory
    private let settings: ClockSettings
    private let clock: any WallClock
    private let machine: any MachineClock
    private let made = Mutex<[DatabaseName: ClockGuard]>([:])

    init(stores: any StoreFactory, settings: ClockSettings, clock: any WallClock, machine: any MachineClock) {
        self.stores = stores
        self.settings = settings
        self.clock = clock
        self.machine = machine
    }

    /// The clock that judges the age of a database's content.
    package func clock(of database: DatabaseName) throws -> any TrustedClock {
        try settings.isGuarded ? guarded(database) : UnguardedClock(clock)
    }

    /// The guards used so far, by name.
    var all: [ClockGuard] { made.withLock { Array($0.values) }.sorted { $0.name < $1.name } }

    /// The guards of the existing databases, whether the guard is on or not: for the operator's commands.
    func ofPresentDatabases() throws -> [ClockGuard] {
        try stores.guardedDatabases().map(guarded)
    }

    private func guarded(_ database: DatabaseName) throws -> ClockGuard {
        let store = try stores.timeTrust(of: database)
        return made.withLock { made in
            let guarded =
                made[database]
                ?? ClockGuard(name: database.text, store: store, clock: clock, machine: machine, grace: settings.grace)
            made[database] = guarded
            return guarded
        }
    }
}
