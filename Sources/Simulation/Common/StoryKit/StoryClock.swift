package import ExposurePrimitives
import Synchronization

/// The clock of a story. It stands still until the story moves it.
package final class StoryClock: WallClock {
    private let time: Mutex<UnixTime>

    package init(_ time: UnixTime) {
        self.time = Mutex(time)
    }

    package func now() -> UnixTime {
        time.withLock { $0 }
    }

    /// Moves forward to `moment`, never back, because published times never go back.
    package func move(to moment: UnixTime) {
        time.withLock { $0 = max($0, moment) }
    }
}
