import ClockPorts
import ExposurePrimitives
import ExposureTesting
import Persistence
import ServiceKit
import Synchronization

/// A clock guard with a calendar, an uptime and a kernel time that a test moves.
struct SampleClock {
    static let noon = UnixTime(1_795_262_400)
    static let day = UnixTime.secondsPerDay

    let calendar = ManualClock(noon)
    let machine = ManualMachine()
    let store = InMemoryTimeTrust()

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
    private let state = Mutex(MachineTime(sinceBoot: 1000, boot: "a", kernel: nil))
    private let questions = Mutex(0)

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

    func say(_ kernel: KernelTime?) {
        state.withLock { $0 = MachineTime(sinceBoot: $0.sinceBoot, boot: $0.boot, kernel: kernel) }
    }
}

/// The remembered time of a database, whose content is evidence of the sample's noon.
final class InMemoryTimeTrust: TimeTrustStore {
    private struct State {
        var trust: TimeTrust?
        var writes = 0
        var isFailing = false
    }

    private let state = Mutex(State())

    var writes: Int { state.withLock { $0.writes } }
    var kept: TimeTrust? { state.withLock { $0.trust } }

    func fail(_ isFailing: Bool) {
        state.withLock { $0.isFailing = isFailing }
    }

    func trust() async throws(StoreError) -> TimeTrust? {
        try answering().trust
    }

    func latestEvidence() async throws(StoreError) -> UnixTime? { SampleClock.noon }

    func changeTrust<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        _ = try answering()
        return state.withLock { state in
            state.writes += 1
            return change(&state.trust)
        }
    }

    private func answering() throws(StoreError) -> State {
        let state = state.withLock { $0 }
        if state.isFailing {
            throw .unavailable(reason: "planted")
        }
        return state
    }
}
