import Synchronization

/// A time that never goes back, and stands still until a test moves it.
final class ManualUptime: Sendable {
    private let time = Mutex(Duration.zero)

    var now: Duration { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
