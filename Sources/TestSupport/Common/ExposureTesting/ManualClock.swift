import ClockPorts
package import ExposurePrimitives
import Synchronization

/// A clock that stands still until a test moves it, and is trusted until the test changes that.
package final class ManualClock: WallClock, TrustedClock {
    private struct State {
        var time: UnixTime
        var hold: ClockHold?
    }

    private let state: Mutex<State>

    package init(_ time: UnixTime) {
        state = Mutex(State(time: time))
    }

    package func now() -> UnixTime {
        state.withLock { $0.time }
    }

    package func set(_ moment: UnixTime) {
        state.withLock { $0.time = moment }
    }

    /// Moves the clock by `seconds`, which may be negative: system clocks are also set back.
    package func advance(bySeconds seconds: Int64) {
        state.withLock { $0.time = $0.time.advanced(bySeconds: seconds) }
    }

    /// Makes the clock untrusted until it is trusted again: times after `mark` do not count.
    package func hold(since mark: UnixTime) {
        state.withLock { state in
            let deviation = state.time.seconds(since: mark)
            state.hold = ClockHold(deviation: deviation, mark: mark, since: state.time, left: UnixTime.secondsPerDay)
        }
    }

    /// Trusts the clock again.
    package func trust() {
        state.withLock { $0.hold = nil }
    }

    package func trustedNow() throws -> UnixTime {
        let state = state.withLock { $0 }
        if let hold = state.hold {
            throw hold
        }
        return state.time
    }

    package func latestTrusted() -> UnixTime {
        state.withLock { $0.hold?.mark ?? $0.time }
    }

    package var isTrusted: Bool { state.withLock { $0.hold == nil } }
}
