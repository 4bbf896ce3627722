import ExposurePrimitives

/// The times of the race protection. docs/devicecheck.md derives them.
package struct AuthorisationTiming: Hashable, Sendable {
    /// The longest wait between the first and the second read.
    package let maxReadTime: Duration
    /// Within this time from its start, a call to Apple has had all its effects, whatever it returned.
    package let longestCall: Duration
    /// The pause between calls that found Apple unavailable. Each pause is twice the one before, up to `longestPause`.
    package let shortestPause: Duration
    package let longestPause: Duration
    /// How long one job may hold the lease if Apple does not answer.
    package let leaseLimit: Duration
    /// The time between two attempts to get the lease.
    package let leasePoll: Duration
    /// The maximum difference between Apple's clock and ours: nothing is written so near a month's end.
    package let clockTolerance: Duration

    package init(
        maxReadTime: Duration,
        longestCall: Duration,
        shortestPause: Duration = .seconds(30),
        longestPause: Duration = .seconds(1800),
        leaseLimit: Duration = .seconds(900),
        leasePoll: Duration = .seconds(1),
        clockTolerance: Duration = .seconds(600)
    ) {
        self.maxReadTime = maxReadTime
        self.longestCall = longestCall
        self.shortestPause = shortestPause
        self.longestPause = longestPause
        self.leaseLimit = leaseLimit
        self.leasePoll = leasePoll
        self.clockTolerance = clockTolerance
    }

    /// The wait between the first write and the third read. It is computed, never set.
    package var checkTime: Duration { maxReadTime + longestCall * 2 }

    /// The limit for the time from the start of the second read to the start of the first write. An earlier write has
    /// its effect within the check time after the second read's.
    package var markLimit: Duration { maxReadTime + longestCall }

    /// After this time a call that failed, or whose process died, has no effect any more.
    package var settleTime: Duration { longestCall + .seconds(1) }

    /// The pause after `failures` failures in a row; none after none.
    func pause(after failures: Int) -> Duration {
        guard failures > 0 else {
            return .zero
        }
        var pause = shortestPause
        for _ in 1..<failures where pause < longestPause {
            pause *= 2
        }
        return min(pause, longestPause)
    }

    /// Seconds until an authorisation may begin: 0, or the time left until the next month is certain.
    func secondsUntilOpen(at now: UnixTime) -> Int64 {
        let month = CalendarMonth(of: now.utcDay)
        let tolerance = clockTolerance.components.seconds
        let opening = month.firstDay.startInUTC.advanced(bySeconds: tolerance)
        if now < opening {
            return opening.seconds(since: now)
        }
        let whole = checkTime + longestCall * 6 + leaseLimit
        guard isInside(month, for: whole, from: now) else {
            return month.advanced(byMonths: 1).firstDay.startInUTC.advanced(bySeconds: tolerance).seconds(since: now)
        }
        return 0
    }

    /// Whether Apple's month is `month`, now and for `duration`, within the tolerance of the clocks.
    func isInside(_ month: CalendarMonth, for duration: Duration = .zero, from now: UnixTime) -> Bool {
        let margin = duration + clockTolerance
        let end = month.advanced(byMonths: 1).firstDay.startInUTC
        return CalendarMonth(of: now.utcDay) == month
            && now.advanced(bySeconds: margin.components.seconds + 1) < end
    }
}
