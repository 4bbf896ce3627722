import ClockPorts
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import StoreConformance
import Synchronization

/// A clock guard with a calendar, an uptime and a kernel time that a test moves.
struct SampleClock {
    static let noon = UnixTime(1_795_262_400)
    static let day = UnixTime.secondsPerDay

    let calendar = ManualClock(noon)
    let machine: ManualMachine
    /// The remembered time of a database, whose content is evidence of noon.
    let store: InMemoryTimeTrust

    /// - Parameter boot: the name of the machine's start.
    init(boot: String = "a", store: InMemoryTimeTrust = InMemoryTimeTrust(evidence: noon)) {
        machine = ManualMachine(boot: boot)
        self.store = store
    }

    /// Another machine of the same database.
    func otherMachine() -> SampleClock { SampleClock(boot: "b", store: store) }

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

    init(boot: String) {
        state = Mutex(MachineTime(sinceBoot: 1000, boot: boot, kernel: nil))
    }

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

    func restart(as boot: String) {
        state.withLock { $0 = MachineTime(sinceBoot: 10, boot: boot, kernel: $0.kernel) }
    }

    func say(_ kernel: KernelTime?) {
        state.withLock { $0 = MachineTime(sinceBoot: $0.sinceBoot, boot: $0.boot, kernel: kernel) }
    }
}
