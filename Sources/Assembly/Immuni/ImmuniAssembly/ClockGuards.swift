import ClockPorts
import ExposurePrimitives
import ServiceKit
import SQLiteEngine
import Synchronization

/// The trusted clocks of a data folder's databases, each made at its first use. Where the settings switch the guard off,
/// the calendar is believed.
final class ClockGuards: Sendable {
    private let data: DataFolder
    private let settings: ClockSettings
    private let clock: any WallClock
    private let machine: any MachineClock
    private let made = Mutex<[String: ClockGuard]>([:])

    init(data: DataFolder, settings: ClockSettings, clock: any WallClock, machine: any MachineClock) {
        self.data = data
        self.settings = settings
        self.clock = clock
        self.machine = machine
    }

    /// Of rights, keys, chunks and the inbox.
    var exposures: any TrustedClock {
        get throws { try settings.isGuarded ? guarded(.exposures) : UnguardedClock(clock) }
    }

    /// Of the Analytics Service.
    var analytics: any TrustedClock {
        get throws { try settings.isGuarded ? guarded(.analytics) : UnguardedClock(clock) }
    }

    /// Of the operators' accounts.
    var operators: any TrustedClock {
        get throws { try settings.isGuarded ? guarded(.operators) : UnguardedClock(clock) }
    }

    /// Those that were used so far, by name.
    var all: [ClockGuard] { made.withLock(\.values).sorted { $0.name < $1.name } }

    /// Those of the databases that are there, by name, whether the guard is on or not: for the operator's commands.
    func ofPresentDatabases() throws -> [ClockGuard] {
        try presentContents().map(guarded)
    }

    /// Which databases are there.
    func presentContents() -> [SQLiteTimeTrust.Content] {
        SQLiteTimeTrust.Content.allCases.filter(data.hasDatabase)
    }

    private func guarded(_ content: SQLiteTimeTrust.Content) throws -> ClockGuard {
        let store = SQLiteTimeTrust(try data.database(of: content), of: content)
        return made.withLock { made in
            let guarded =
                made[content.name]
                ?? ClockGuard(name: content.name, store: store, clock: clock, machine: machine, grace: settings.grace)
            made[content.name] = guarded
            return guarded
        }
    }
}

extension SQLiteTimeTrust.Content {
    /// For logs, metrics and people.
    var name: String {
        switch self {
        case .exposures: "exposures"
        case .analytics: "analytics"
        case .operators: "portal"
        }
    }
}
