public import ExposurePrimitives

/// The times of background sessions: one each period, after the last that succeeded.
///
/// ```swift
/// let schedule = PeriodicSchedule(last: nil, period: 14_400)
/// scheduler.schedule(task, at: schedule.next(launchingAt: now))
/// ```
public struct PeriodicSchedule: Sendable {
    /// The end of the last session that succeeded.
    public let last: UnixTime?
    /// Seconds.
    private let period: Int64

    /// - Parameters:
    ///   - period: seconds.
    ///   - shortestPeriod: seconds; a lower limit, so a wrong setting does not make the phone run all day.
    public init(last: UnixTime?, period: Int, shortestPeriod: Int = 900) {
        self.last = last
        self.period = Int64(max(period, shortestPeriod))
    }

    /// The time of the next session, after one that ends now or fails.
    public func next(after now: UnixTime) -> UnixTime {
        let next = latest(after: now)
        guard let last, last <= now else {
            return next
        }
        let due = last.advanced(bySeconds: period)
        return due > now ? due : next
    }

    /// The latest time of the next session.
    public func latest(after now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: period)
    }

    /// The time of the next session when the client starts: soon if one was missed or interrupted. A minute lies in
    /// between, so a client that crashes in it does not restart over and over.
    public func next(launchingAt now: UnixTime) -> UnixTime {
        let soon = now.advanced(bySeconds: 60)
        guard let last, last <= now else {
            return soon
        }
        return max(last.advanced(bySeconds: period), soon)
    }

    /// Whether `seconds` have passed since the last session. A clock that was set back causes no delay.
    public func hasPassed(_ seconds: Int, at now: UnixTime) -> Bool {
        guard let last, last <= now else {
            return true
        }
        return now.seconds(since: last) >= Int64(seconds)
    }
}
