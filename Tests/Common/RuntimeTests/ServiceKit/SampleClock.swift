import ClockPorts
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import SQLEngine
import SQLiteTesting
import SQLStores
import Synchronization

/// A clock guard with a calendar, an uptime and a kernel time that a test moves.
struct SampleClock {
    static let noon = UnixTime(1_795_262_400)
    static let day = UnixTime.secondsPerDay

    let calendar = ManualClock(noon)
    let machine: ManualMachine
    /// A database whose content is evidence of noon.
    let database: TemporaryDatabase
    /// Its memory of the time.
    var store: any TimeTrustStore { SQLTimeTrust(database, of: .exposures) }

    init() async throws {
        self.init(boot: "a", database: try await TemporaryDatabase(.exposure))
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO chunk (number, period_start, period_end, retires_from) VALUES (1, 0, ?, 0)",
                arguments: [Self.noon.seconds]
            )
        }
    }

    /// - Parameter boot: the name of the machine's start.
    private init(boot: String, database: TemporaryDatabase) {
        machine = ManualMachine(boot: boot)
        self.database = database
    }

    /// Another machine of the same database.
    func otherMachine(_ boot: String = "b") -> SampleClock { SampleClock(boot: boot, database: database) }

    /// How often an entry of a machine was stored.
    var turns: Int? {
        get async throws {
            try await database.read { db in try Int.fetchOne(db, sql: "SELECT max(turn) FROM clock_machine") }
        }
    }

    func makeGuard(grace: Duration = .seconds(86_400)) -> ClockGuard {
        ClockGuard(name: "sample", store: store, clock: calendar, machine: machine, grace: grace)
    }

    /// Lets time pass on both clocks.
    func pass(_ seconds: Int64) {
        calendar.advance(bySeconds: seconds)
        machine.pass(seconds)
    }
}

/// A machine whose uptime a test moves.
final class ManualMachine: MachineClock {
    private let state: Mutex<MachineTime>
    private let questions = Mutex(0)

    init(boot: String) { state = Mutex(MachineTime(sinceBoot: 1000, boot: boot, kernel: nil)) }

    /// How often the kernel was asked.
    var questionCount: Int { questions.withLock { $0 } }

    func time(askingKernel: Bool) -> MachineTime {
        questions.withLock { $0 += askingKernel ? 1 : 0 }
        return state.withLock {
            MachineTime(sinceBoot: $0.sinceBoot, boot: $0.boot, kernel: askingKernel ? $0.kernel : nil)
        }
    }

    func pass(_ seconds: Int64) {
        state.withLock { $0 = MachineTime(sinceBoot: $0.sinceBoot + seconds, boot: $0.boot, kernel: $0.kernel) }
    }

    func restart(as boot: String) { state.withLock { $0 = MachineTime(sinceBoot: 10, boot: boot, kernel: $0.kernel) } }

    func say(_ kernel: KernelTime?) {
        state.withLock { $0 = MachineTime(sinceBoot: $0.sinceBoot, boot: $0.boot, kernel: kernel) }
    }
}
