import Foundation
import Synchronization

/// The calendar's time at the origin of a monotonic clock, counted from the Unix epoch.
///
/// Processes count their monotonic time from different origins. By this value they agree about the calendar, as far as
/// the clocks of their machines agree.
///
/// Two clocks cannot be read at the same moment, so each reading has an error. If every reading counted, answers of one
/// tick would leave at slightly different moments. So a value is kept until a reading contradicts it by more than
/// `tolerance`, because somebody has set the calendar. Corrections without a jump change both clocks of Linux alike.
package final class CalendarOrigin: Sendable {
    private struct Reading {
        let origin: Duration
        /// The origin is at most this far from `origin`.
        let error: Duration

        func contradicts(_ other: Duration) -> Bool {
            let difference = origin - other
            return max(difference, .zero - difference) > tolerance + error
        }
    }

    /// The difference below which a set calendar is ignored.
    package static let tolerance = Duration.microseconds(100)
    /// A thread can be interrupted between two readings. One of so many readings is probably whole.
    private static let attempts = 8

    private let elapsed: @Sendable () -> Duration
    private let calendar: @Sendable () -> Duration
    private let kept = Mutex<Duration?>(nil)

    /// - Parameters:
    ///   - elapsed: the monotonic clock, from its own origin.
    ///   - calendar: the time since the Unix epoch.
    package init(
        elapsed: @escaping @Sendable () -> Duration,
        calendar: @escaping @Sendable () -> Duration = CalendarOrigin.systemCalendar
    ) {
        self.elapsed = elapsed
        self.calendar = calendar
    }

    package func current() -> Duration {
        kept.withLock { kept in
            if let kept, !read().contradicts(kept) {
                return kept
            }
            var best = read()
            for _ in 1..<Self.attempts {
                let other = read()
                best = other.error < best.error ? other : best
            }
            if let kept, !best.contradicts(kept) {
                return kept
            }
            kept = best.origin
            return best.origin
        }
    }

    private func read() -> Reading {
        let before = elapsed()
        let calendar = calendar()
        let error = (elapsed() - before) / 2
        return Reading(origin: calendar - before - error, error: error)
    }

    /// The machine's calendar.
    package static func systemCalendar() -> Duration {
        var time = timespec()
        // SAFETY: the call writes this one value, which lives until it returns.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
