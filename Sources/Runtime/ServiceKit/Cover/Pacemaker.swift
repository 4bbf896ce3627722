/// The clock of waiting: how long the process has been running, and sleeping until a moment of it.
///
/// Separate from `WallClock` because release times and limits must not follow corrections of the calendar time. Tests
/// pass one that they move.
package protocol Pacemaker: Sendable {
    /// Time since an origin that stays fixed for the life of the process.
    func elapsed() -> Duration

    /// Returns once `elapsed()` has reached `moment`; throws `CancellationError` when the task is cancelled first.
    func sleep(until moment: Duration) async throws
}

/// The machine's monotonic clock, counted from the creation of this value.
package struct SystemPacemaker: Pacemaker {
    private let origin = ContinuousClock.now

    package init() {}

    package func elapsed() -> Duration {
        origin.duration(to: .now)
    }

    package func sleep(until moment: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: moment), tolerance: .zero, clock: .continuous)
    }
}
