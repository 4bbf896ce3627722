import Dispatch
import Synchronization

/// Carries rows from the thread of a reading to that of a writing. A few batches are in memory at a time: the faster
/// side waits for the other.
///
/// An engine may run a body again. The rows that were carried are gone then, so both sides begin again with a new pipe.
final class RowPipe: Sendable {
    private struct State {
        var batches: [[[SQLValue]]] = []
        var cause: (any Error)?
        var readings = 0
        var writings = 0
    }

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let waiting = DispatchSemaphore(value: 0)

    /// Why rows stop.
    enum Failure: Error {
        /// The other side has failed.
        case broken
        /// An engine runs a body for the second time.
        case repeated
    }

    init() {
        (0..<Self.capacity).forEach { _ in room.signal() }
    }

    /// Says that the reading begins.
    func beginReading() throws(Failure) {
        let turn = state.withLock { state in
            state.readings += 1
            return state.readings
        }
        try begin(turn: turn)
    }

    /// Says that the writing begins.
    func beginWriting() throws(Failure) {
        let turn = state.withLock { state in
            state.writings += 1
            return state.writings
        }
        try begin(turn: turn)
    }

    /// Whether an engine ran one of the sides again.
    var isRepeated: Bool { state.withLock { $0.readings > 1 || $0.writings > 1 } }

    /// Why the rows stopped; nil if they did not.
    var cause: (any Error)? { state.withLock { $0.cause } }

    /// Waits for room, and passes a batch on.
    func send(_ batch: [[SQLValue]]) throws(Failure) {
        room.wait()
        let isOpen = state.withLock { state in
            if state.cause == nil {
                state.batches.append(batch)
            }
            return state.cause == nil
        }
        guard isOpen else {
            room.signal()
            throw .broken
        }
        waiting.signal()
    }

    /// Waits for a batch; nil after the last one.
    func next() throws(Failure) -> [[SQLValue]]? {
        waiting.wait()
        let (batch, isOpen) = state.withLock { state in
            let isOpen = state.cause == nil
            return (isOpen && !state.batches.isEmpty ? state.batches.removeFirst() : nil, isOpen)
        }
        if batch == nil {
            // For the next question.
            waiting.signal()
        }
        guard isOpen else {
            throw .broken
        }
        room.signal()
        return batch
    }

    /// Says that all rows were sent.
    func finish() {
        waiting.signal()
    }

    /// Ends the waiting of both sides. The first cause counts.
    func breakOff(because cause: any Error) {
        state.withLock { $0.cause = $0.cause ?? cause }
        waiting.signal()
        room.signal()
    }

    private func begin(turn: Int) throws(Failure) {
        guard turn == 1 else {
            breakOff(because: Failure.repeated)
            throw .repeated
        }
    }

    private static let capacity = 2
}
