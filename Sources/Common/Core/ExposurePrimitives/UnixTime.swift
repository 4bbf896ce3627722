/// A moment as whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
public struct UnixTime: Hashable, Comparable, Sendable {
    /// Seconds since the epoch; negative before 1970.
    public let seconds: Int64

    public init(_ seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (lhs: UnixTime, rhs: UnixTime) -> Bool {
        lhs.seconds < rhs.seconds
    }

    /// This moment moved by `seconds`. It saturates at the ends of the range instead of trapping.
    public func advanced(bySeconds seconds: Int64) -> UnixTime {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        return UnixTime(overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// Seconds from `earlier` to this moment; saturates instead of trapping.
    public func seconds(since earlier: UnixTime) -> Int64 {
        let (difference, overflow) = seconds.subtractingReportingOverflow(earlier.seconds)
        return overflow ? (earlier.seconds < 0 ? .max : .min) : difference
    }

    /// The calendar day of this moment in UTC.
    public var utcDay: CalendarDay {
        CalendarDay(daysSinceEpoch: Int(clamping: seconds.flooredQuotient(by: UnixTime.secondsPerDay)))
    }

    /// Seconds of a calendar day without leap seconds.
    public static let secondsPerDay: Int64 = 86_400
}

extension UnixTime: CustomStringConvertible {
    /// ISO 8601 in UTC, for example `2026-11-21T02:03:25Z`.
    public var description: String {
        let secondOfDay = seconds &- seconds.flooredQuotient(by: Self.secondsPerDay) &* Self.secondsPerDay
        let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
        return "\(utcDay)T\(clock)Z"
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// The quotient rounded towards negative infinity; `divisor` is positive.
    func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
