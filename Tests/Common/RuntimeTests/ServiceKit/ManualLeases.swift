import Persistence
import Synchronization

/// The leases of a database in memory, which a test can take away.
final class ManualLeases: LeaseStore {
    private struct State {
        var holders: [String: Int] = [:]
        var turns = 0
        var fails = false
    }

    private let state = Mutex(State())

    /// The names of the leases that somebody has.
    var names: Set<String> { state.withLock { Set($0.holders.keys) } }

    /// Makes every question fail, as if no database answered.
    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

    /// Somebody else takes the lease from its holder.
    func takeAway(_ name: String) { state.withLock { $0.holders[name] = -1 } }

    func free(_ name: String) { state.withLock { $0.holders[name] = nil } }

    func takeLease(_ name: String) throws(StoreError) -> (any Lease)? {
        let (turn, fails) = state.withLock { state -> (Int?, Bool) in
            guard state.holders[name] == nil, !state.fails else {
                return (nil, state.fails)
            }
            state.turns += 1
            state.holders[name] = state.turns
            return (state.turns, false)
        }
        if fails {
            throw .unavailable(reason: "planted")
        }
        return turn.map { Held(name: name, turn: $0, leases: self) }
    }

    private struct Held: Lease {
        let name: String
        let turn: Int
        let leases: ManualLeases

        func isHeld() -> Bool { leases.state.withLock { $0.holders[name] == turn } }

        func end() {
            leases.state.withLock { state in
                if state.holders[name] == turn {
                    state.holders[name] = nil
                }
            }
        }
    }
}
