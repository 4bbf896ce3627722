import Persistence
import Synchronization

/// Lets all who ask for the same object at the same time share one read, and the next ones for a while its value.
///
/// Thousands of phones ask for a new file at the same moment. Without this, each of them would make the process read
/// the file, and hold a copy.
final class SharedReads<Value: Sendable>: Sendable {
    /// The end of a read. Nil if its task was cancelled: the value may still be read.
    private typealias Outcome = Result<Value, ObjectStorageError>?

    private enum Entry {
        case running(number: UInt64, waiting: [CheckedContinuation<Outcome, Never>])
        case kept(Value, end: Duration)
    }

    private struct State {
        var entries: [ObjectName: Entry] = [:]
        var number: UInt64 = 0
    }

    private enum Turn {
        case value(Value)
        case reader(number: UInt64)
        case other
    }

    private let life: Duration
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Values in memory at most.
    static var capacity: Int { 4096 }

    /// - Parameters:
    ///   - life: the time for which a value is kept; zero for none.
    ///   - uptime: a time that never goes back.
    init(life: Duration, uptime: @escaping @Sendable () -> Duration) {
        self.life = life
        self.uptime = uptime
    }

    func value(
        of name: ObjectName,
        read: () async throws(ObjectStorageError) -> Value
    ) async throws(ObjectStorageError) -> Value {
        while true {
            switch turn(name) {
            case .value(let value):
                return value
            case .reader(let number):
                let outcome: Result<Value, ObjectStorageError>
                do {
                    outcome = .success(try await read())
                } catch {
                    outcome = .failure(error)
                }
                finish(name, number: number, outcome)
                return try outcome.get()
            case .other:
                if let outcome = await otherOutcome(name) {
                    return try outcome.get()
                }
            }
        }
    }

    /// Ends the sharing of what was read of `name` until now: it is written or deleted.
    func forget(_ name: ObjectName) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard case .running(_, let waiting) = state.entries.removeValue(forKey: name) else {
                return []
            }
            return waiting
        }
        // They asked before, but the read may have begun long before that.
        for continuation in waiting {
            continuation.resume(returning: nil)
        }
    }

    /// The tasks that wait for the read of another one.
    func waitingCount(of name: ObjectName) -> Int {
        state.withLock { state in
            if case .running(_, let waiting) = state.entries[name] { waiting.count } else { 0 }
        }
    }

    private func turn(_ name: ObjectName) -> Turn {
        let now = uptime()
        return state.withLock { state in
            switch state.entries[name] {
            case .kept(let value, let end) where now < end:
                return .value(value)
            case .running:
                return .other
            case .kept, nil:
                state.number &+= 1
                state.entries[name] = .running(number: state.number, waiting: [])
                return .reader(number: state.number)
            }
        }
    }

    private func otherOutcome(_ name: ObjectName) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isTooLate = state.withLock { state -> Bool in
                guard case .running(let number, let waiting) = state.entries[name] else {
                    return true
                }
                state.entries[name] = .running(number: number, waiting: waiting + [continuation])
                return false
            }
            if isTooLate {
                continuation.resume(returning: nil)
            }
        }
    }

    private func finish(_ name: ObjectName, number: UInt64, _ outcome: Result<Value, ObjectStorageError>) {
        let end = uptime() + life
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard case .running(number, let waiting) = state.entries[name] else {
                return []
            }
            state.entries[name] = nil
            if case .success(let value) = outcome, life > .zero {
                if state.entries.count >= Self.capacity {
                    state.entries = state.entries.filter { if case .running = $0.value { true } else { false } }
                }
                state.entries[name] = .kept(value, end: end)
            }
            return waiting
        }
        let shared: Outcome = if case .failure = outcome, Task.isCancelled { nil } else { outcome }
        for continuation in waiting {
            continuation.resume(returning: shared)
        }
    }
}
