package import ExposurePrimitives
import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: WallClock {
    private let time: Mutex<UnixTime>

    package init(_ time: UnixTime) {
        self.time = Mutex(time)
    }

    package func now() -> UnixTime {
        time.withLock { $0 }
    }

    package func set(_ moment: UnixTime) {
        time.withLock { $0 = moment }
    }

    /// Moves the clock by `seconds`, which may be negative: system clocks are set back, too.
    package func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}
