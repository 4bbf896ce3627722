public import CoronaWarnAPI
public import ExposurePrimitives

/// Decides which packages are on offer, and when they leave index and storage.
///
/// A day's package appears when the day is over, and an hour's when the hour is over. Both leave with their date.
///
/// ```swift
/// let life = PackageLife()
/// let days = (1...14).map { PackageSlot.day(now.utcDay.advanced(byDays: -$0)) }
/// for slot in days where life.offers(slot, at: now) {
///     print(slot.path(in: region), life.end(of: slot))
/// }
/// ```
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

    /// Whether a file of the tree has to leave. The index of a date's hours leaves with them.
    public func hasLeft(_ path: TreePath, at now: UnixTime) -> Bool {
        switch path {
        case .versions, .countries, .dates, .configuration: false
        case .day(_, let day, _): end(of: .day(day)) <= now
        case .hours(_, let day): end(of: .hour(PackageHour(day, 0))) <= now
        case .hour(_, let day, let hour, _): end(of: .hour(PackageHour(day, hour))) <= now
        }
    }

    public static let dayCounts = 1...30
}
