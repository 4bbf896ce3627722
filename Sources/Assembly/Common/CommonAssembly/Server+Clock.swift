package import ClockPorts
package import ExposurePrimitives
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

    /// Confirms the clock of another machine, in each database that holds it.
    ///
    /// If the clock of this machine is trusted, the other one must have agreed with it within two days. Otherwise one
    /// of them is wrong, or the other machine was started again and the hold is an old one.
    ///
    /// - Parameter name: the first characters of the name of the machine's start.
    /// - Returns: what its clock showed when the holds began, with the databases.
    /// - Throws: `AssemblyError.notAHeldMachine`, and `heldAtAnotherTime` if the clocks differ.
    package func confirmClock(ofMachine name: String) async throws -> [(database: String, time: UnixTime)] {
        guard !name.isEmpty else {
            throw AssemblyError.notAHeldMachine(name)
        }
        var confirmed: [(String, UnixTime)] = []
        var machines: Set<String> = []
        let guards = try clockGuards()
        for guarded in guards {
            let here = try await guarded.judgement()
            for machine in try await guarded.otherMachines() where machine.boot.hasPrefix(name) {
                guard let hold = machine.trust.hold else {
                    continue
                }
                let difference = hold.reading.time.seconds(since: here.reading.time)
                guard here.hold != nil || abs(difference) <= TimeTrust.tolerance else {
                    throw AssemblyError.heldAtAnotherTime(machine: machine.name, hold.reading.time)
                }
                machines.insert(machine.boot)
            }
        }
        guard machines.count == 1, let machine = machines.first else {
            throw AssemblyError.notAHeldMachine(name)
        }
        for guarded in guards {
            if let time = try await guarded.confirmHold(of: machine) {
                confirmed.append((guarded.name, time))
            }
        }
        return confirmed
    }

    /// The repairs in one database.
    package struct RepairedDatabase: Sendable {
        package let database: String
        package let repairs: [ClockRepair]
    }

    /// Corrects the rows that a wrong clock wrote, in one transaction for each database.
    ///
    /// - Parameter isRehearsal: reports what would change, and changes nothing.
    /// - Throws: `AssemblyError.clockHeld` if the present time is not trusted, and `clocksDiffer` if another machine
    ///   trusts a later one: right moments would look wrong.
    package func repairClock(isRehearsal: Bool) async throws -> [RepairedDatabase] {
        if realm.settings.clock.isGuarded {
            for guarded in try clockGuards() {
                let judgement = try await guarded.check()
                if let hold = judgement.hold {
                    throw AssemblyError.clockHeld(hold)
                }
                let ahead = judgement.trust.mark.seconds(since: judgement.reading.time)
                guard ahead <= TimeTrust.tolerance else {
                    throw AssemblyError.clocksDiffer(days: Int(ahead / UnixTime.secondsPerDay))
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
