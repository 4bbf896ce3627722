public import ExposurePrimitives

/// An hour of a UTC day between 1970 and 9999: the period of an hourly package.
public struct PackageHour: Hashable, Comparable, Sendable {
    /// Hours since 1970-01-01T00:00Z.
    public let hoursSinceEpoch: Int

    /// Hours outside the years 1970 to 9999 become the nearer end.
    public init(clamping hoursSinceEpoch: Int) {
        self.hoursSinceEpoch = min(max(hoursSinceEpoch, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The hour that contains `time`.
    public init(containing time: UnixTime) {
        let seconds = max(time.seconds, 0)
        self.init(clamping: Int(clamping: seconds / Self.seconds))
    }

    /// - Parameter hour: 0…23; other numbers count from the day's start as well.
    public init(_ day: CalendarDay, _ hour: Int) {
        let (hours, overflow) = day.daysSinceEpoch.multipliedReportingOverflow(by: Self.perDay)
        let (sum, sumOverflow) = hours.addingReportingOverflow(hour)
        self.init(clamping: overflow || sumOverflow ? (day.daysSinceEpoch < 0 ? .min : .max) : sum)
    }

    public static func < (lhs: PackageHour, rhs: PackageHour) -> Bool { lhs.hoursSinceEpoch < rhs.hoursSinceEpoch }

    public var day: CalendarDay { CalendarDay(daysSinceEpoch: hoursSinceEpoch / Self.perDay) }
    /// 0…23.
    public var hourOfDay: Int { hoursSinceEpoch % Self.perDay }
    public var start: UnixTime { UnixTime(Int64(hoursSinceEpoch) * Self.seconds) }
    public var end: UnixTime { start.advanced(bySeconds: Self.seconds) }

    /// The hour `count` later, or earlier if negative.
    public func advanced(by count: Int) -> PackageHour {
        let (sum, overflow) = hoursSinceEpoch.addingReportingOverflow(count)
        return PackageHour(clamping: overflow ? (count < 0 ? .min : .max) : sum)
    }

    /// The hours from this one to `last`, both included; none if `last` is earlier.
    public func through(_ last: PackageHour) -> [PackageHour] {
        guard self <= last else {
            return []
        }
        return (hoursSinceEpoch...last.hoursSinceEpoch).map(PackageHour.init(clamping:))
    }

    public static let perDay = 24
    static let seconds: Int64 = 3600
    /// From 1970 to the end of 9999.
    private static let range = 0...70_389_527
}

extension PackageHour: CustomStringConvertible {
    /// For example `2020-06-01T05`.
    public var description: String { "\(day)T\(hourOfDay < 10 ? "0" : "")\(hourOfDay)" }
}
