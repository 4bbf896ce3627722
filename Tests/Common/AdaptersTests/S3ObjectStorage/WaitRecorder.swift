import Synchronization

/// Notes how long a store would have waited.
final class WaitRecorder: Sendable {
    private let recorded = Mutex<[Duration]>([])

    var waits: [Duration] { recorded.withLock { $0 } }

    func record(_ wait: Duration) { recorded.withLock { $0.append(wait) } }
}
