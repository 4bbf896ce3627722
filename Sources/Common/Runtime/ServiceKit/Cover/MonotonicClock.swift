import NIOCore
import NIOPosix
import Synchronization

/// The clock of waiting: the time since the process started, and sleep until a moment of it.
///
/// It is separate from `WallClock` because waits and limits must not follow corrections of the calendar. Tests pass one
/// that they move.
package protocol MonotonicClock: Sendable {
    /// Time since an origin that stays fixed for the life of the process.
    func elapsed() -> Duration

    /// The calendar's time at that origin, counted from the Unix epoch. It changes if the calendar is set, so no wait
    /// may depend on it. It aligns the ticks of all processes (``ReleaseSchedule``).
    func calendarOrigin() -> Duration

    /// Returns once `elapsed()` has reached `moment`. Throws `CancellationError` if the task is cancelled before.
    func sleep(until moment: Duration) async throws

    /// Calls `body` once `elapsed()` has reached `moment`, on any thread.
    func call(at moment: Duration, _ body: @escaping @Sendable () -> Void)
}

/// The machine's monotonic clock, counted from the creation of this value.
package struct SystemMonotonicClock: MonotonicClock {
    private let origin: ContinuousClock.Instant
    private let calendar: CalendarOrigin
    private let alarms = Alarms()

    package init() {
        let origin = ContinuousClock.now
        self.origin = origin
        calendar = CalendarOrigin { origin.duration(to: .now) }
    }

    package func elapsed() -> Duration {
        origin.duration(to: .now)
    }

    package func calendarOrigin() -> Duration {
        calendar.current()
    }

    package func sleep(until moment: Duration) async throws {
        try Task.checkCancellation()
        // The timer's own clock stops while the machine sleeps, so a wait may end late. No wait ends early.
        while case let left = moment - elapsed(), left > .zero {
            try await wait(left)
        }
    }

    /// Waits on a relative timer. `Task.sleep` sets absolute timers. A tool that gives a process another calendar
    /// (libfaketime) moves absolute timers on every clock, and everything here would wait for that calendar.
    private func wait(_ duration: Duration) async throws {
        let nanoseconds = Int64(clamping: duration.attoseconds / 1_000_000_000 + 1)
        let timer = Self.timers.next().scheduleTask(in: .nanoseconds(nanoseconds)) {}
        try await withTaskCancellationHandler {
            do {
                try await timer.futureResult.get()
            } catch {
                // Nothing else can fail.
                throw CancellationError()
            }
        } onCancel: {
            timer.cancel()
        }
    }

    /// A separate thread, so no request delays a timer.
    private static let timers = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    package func call(at moment: Duration, _ body: @escaping @Sendable () -> Void) {
        guard alarms.add(body, at: moment) else {
            return
        }
        Task {
            // Nothing cancels this task.
            try? await sleep(until: moment)
            for body in alarms.take(moment) {
                body()
            }
        }
    }
}

/// The calls that wait for each moment. Release moments are on a grid, so thousands of answers that wait share one
/// timer.
private final class Alarms: Sendable {
    private let bodies = Mutex<[Duration: [@Sendable () -> Void]]>([:])

    /// Returns true for the first call of its moment.
    func add(_ body: @escaping @Sendable () -> Void, at moment: Duration) -> Bool {
        bodies.withLock { bodies in
            bodies[moment, default: []].append(body)
            return bodies[moment]?.count == 1
        }
    }

    func take(_ moment: Duration) -> [@Sendable () -> Void] {
        bodies.withLock { $0.removeValue(forKey: moment) ?? [] }
    }
}
