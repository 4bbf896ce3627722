import Dispatch
import Synchronization

/// The end of a task while its statement runs at the server.
final class PostgresCancellation: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var canceller: PostgresCanceller?
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Throws: `CancellationError` if the task has ended already.
    func begin(_ connection: PostgresConnection) throws {
        let canceller = connection.canceller()
        try state.withLock { state in
            guard !state.isCancelled else {
                throw CancellationError()
            }
            state.canceller = canceller
        }
    }

    /// The statements are done: an end of the task must not meet other work on the same connection.
    func end() {
        state.withLock { $0.canceller = nil }
    }

    func cancel() {
        let canceller = state.withLock { state in
            state.isCancelled = true
            return state.canceller
        }
        if let canceller {
            // The way to the server takes time that the caller must not wait.
            DispatchQueue.global().async { canceller.cancel() }
        }
    }
}
