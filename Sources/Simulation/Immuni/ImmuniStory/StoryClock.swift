package import ExposurePrimitives
import Synchronization

/// The clock of a story: it stands still until the story moves it on.
package final class StoryClock: WallClock {
    private let time: Mutex<UnixTime>

    package init(_ time: UnixTime) {
        self.time = Mutex(time)
    }

    package func now() -> UnixTime {
        time.withLock { $0 }
    }

    /// Moves on to `moment`; never back, as a published file's time never does.
    package func move(to moment: UnixTime) {
        time.withLock { $0 = max($0, moment) }
    }
}
