import Synchronization

/// A monotonic clock that stands still until a test or a simulation moves it.
package final class ManualMonotonicClock: MonotonicClock {
    private struct Sleeper {
        let id: Int
        let until: Duration
        /// Receives true if the moment has come, and false if the sleeper was cancelled.
        let wake: @Sendable (_ isTime: Bool) -> Void
    }

    private struct State {
        var now = Duration.zero
        var calendarOrigin: Duration
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    /// - Parameter calendarOrigin: the calendar's time at the origin, from the Unix epoch.
    package init(calendarOrigin: Duration = .zero) {
        state = Mutex(State(calendarOrigin: calendarOrigin))
    }

    package func elapsed() -> Duration {
        state.withLock { $0.now }
    }

    package func calendarOrigin() -> Duration {
        state.withLock { $0.calendarOrigin }
    }

    /// Sets the calendar forward, or back by a negative duration. No sleeper notices it.
    package func setCalendar(forwardBy duration: Duration) {
        state.withLock { $0.calendarOrigin += duration }
    }

    package func sleep(until moment: Duration) async throws {
        let id = newID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                admit(
                    Sleeper(id: id, until: moment) { isTime in
                        continuation.resume(with: isTime ? .success(()) : .failure(CancellationError()))
                    }
                )
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.wake(false)
        }
    }

    package func call(at moment: Duration, _ body: @escaping @Sendable () -> Void) {
        admit(Sleeper(id: newID(), until: moment) { _ in body() })
    }

    private func newID() -> Int {
        state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
    }

    /// Moves the time forward and wakes each sleeper whose moment has come, in order.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let now = state.now
            let due = state.sleepers.filter { $0.until <= now }.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
            state.sleepers.removeAll { $0.until <= now }
            return due
        }
        for sleeper in due {
            sleeper.wake(true)
        }
    }

    /// The moments that tasks are waiting for, earliest first.
    package var wakeUps: [Duration] {
        state.withLock { $0.sleepers.map(\.until).sorted() }
    }

    /// Waits until at least `count` tasks sleep.
    package func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard state.sleepers.count < count else {
                    return true
                }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached {
                continuation.resume()
            }
        }
    }

    private func admit(_ sleeper: Sleeper) {
        enum Outcome {
            case sleeps
            case passed
            case cancelled
        }
        let (outcome, watchers) = state.withLock { state in
            if state.cancelled.remove(sleeper.id) != nil {
                return (Outcome.cancelled, [] as [CheckedContinuation<Void, Never>])
            }
            if sleeper.until <= state.now {
                return (.passed, [])
            }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (.sleeps, reached)
        }
        switch outcome {
        case .sleeps: break
        case .passed: sleeper.wake(true)
        case .cancelled: sleeper.wake(false)
        }
        for watcher in watchers {
            watcher.resume()
        }
    }
}
