/// A month of the proleptic Gregorian calendar, without a time zone.
public struct CalendarMonth: Hashable, Comparable, Sendable {
    /// Months since January 1970; negative before.
    public let monthsSinceEpoch: Int

    public init(monthsSinceEpoch: Int) {
        self.monthsSinceEpoch = monthsSinceEpoch
    }

    public init(of day: CalendarDay) {
        let (year, month, _) = day.components
        self.init(monthsSinceEpoch: (year &- 1970) &* 12 &+ month &- 1)
    }

    /// Reads exactly `YYYY-MM` (years 0001 to 9999), or returns nil.
    public init?(iso text: some StringProtocol) {
        guard let first = CalendarDay(iso: "\(text)-01") else {
            return nil
        }
        self.init(of: first)
    }

    public static func < (lhs: CalendarMonth, rhs: CalendarMonth) -> Bool {
        lhs.monthsSinceEpoch < rhs.monthsSinceEpoch
    }

    public func advanced(byMonths months: Int) -> CalendarMonth {
        CalendarMonth(monthsSinceEpoch: monthsSinceEpoch &+ months)
    }

    /// Months from `other` to this one; negative if this one is before.
    public func months(since other: CalendarMonth) -> Int {
        monthsSinceEpoch &- other.monthsSinceEpoch
    }

    /// The first day.
    public var firstDay: CalendarDay {
        let year = monthsSinceEpoch.flooredQuotient(by: 12)
        return CalendarDay(year: year &+ 1970, month: monthsSinceEpoch &- year &* 12 &+ 1)
    }

    /// Days of the month: 28 to 31.
    public var dayCount: Int {
        advanced(byMonths: 1).firstDay.days(since: firstDay)
    }
}

extension CalendarMonth: CustomStringConvertible {
    /// `YYYY-MM`.
    public var description: String {
        String(firstDay.description.dropLast(3))
    }
}
