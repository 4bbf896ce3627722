public import CoronaWarnAPI
public import ExposurePrimitives

/// Decides which packages are on offer, and when they leave index and storage.
///
/// A day's package appears when the day is over, and an hour's when the hour is over. Both leave with their date.
public struct PackageLife: Hashable, Sendable {
    /// A date leaves at the beginning of this day after it; 1…30.
    public let days: Int
    /// The hours of a date leave at the beginning of this day after it; 1…`days`.
    public let hourDays: Int

    public init(days: Int = 14, hourDays: Int = 2) {
        self.days = min(max(days, Self.dayCounts.lowerBound), Self.dayCounts.upperBound)
        self.hourDays = min(max(hourDays, 1), self.days)
    }

    /// The moment at which a package leaves.
    public func end(of slot: PackageSlot) -> UnixTime {
        switch slot {
        case .day(let day): day.advanced(byDays: days).startInUTC
        case .hour(let hour): hour.day.advanced(byDays: hourDays).startInUTC
        }
    }

    /// Whether a package of this slot is on offer at `now`, if the installation made it.
    public func offers(_ slot: PackageSlot, at now: UnixTime) -> Bool {
        slot.end <= now && now < end(of: slot)
    }

    /// The dates with a package.
    ///
    /// - Parameter first: the first hour that the installation decided about. Its date counts as a whole one.
    public func dates(since first: PackageHour, at now: UnixTime) -> [CalendarDay] {
        Self.days(from: now.utcDay.advanced(byDays: -days), through: now.utcDay)
            .filter { $0 >= first.day && offers(.day($0), at: now) }
    }

    /// The dates that have hours on offer, today included.
    public func datesWithHours(since first: PackageHour, at now: UnixTime) -> [CalendarDay] {
        Self.days(from: now.utcDay.advanced(byDays: -hourDays), through: now.utcDay)
            .filter { !hours(of: $0, since: first, at: now).isEmpty }
    }

    /// The hours of a date with a package, empty packages included.
    public func hours(of day: CalendarDay, since first: PackageHour, at now: UnixTime) -> [Int] {
        TreePath.hoursOfDay.filter { hour in
            let hour = PackageHour(day, hour)
            return hour.day == day && hour >= first && offers(.hour(hour), at: now)
        }
    }

    /// Whether a file of the tree is still on offer; indexes of dates and hours are while they have elements.
    public func offers(_ path: TreePath, since first: PackageHour, at now: UnixTime) -> Bool {
        switch path {
        case .versions, .countries, .dates, .configuration: true
        case .day(_, let day, _): day >= first.day && offers(.day(day), at: now)
        case .hours(_, let day): !hours(of: day, since: first, at: now).isEmpty
        case .hour(_, let day, let hour, _): hours(of: day, since: first, at: now).contains(hour)
        }
    }

    public static let dayCounts = 1...30

    private static func days(from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
        (0...max(last.days(since: first), 0)).map(first.advanced(byDays:))
    }
}
