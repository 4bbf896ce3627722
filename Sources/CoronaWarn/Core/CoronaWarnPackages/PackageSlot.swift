public import CoronaWarnAPI
public import ExposurePrimitives

/// A place for a package in a country's tree: an hour or a day.
public enum PackageSlot: Hashable, Sendable {
    case hour(PackageHour)
    case day(CalendarDay)

    /// The first moment of the period that the package states.
    public var start: UnixTime {
        switch self {
        case .hour(let hour): hour.start
        case .day(let day): day.startInUTC
        }
    }

    /// The end of that period. The package can be made from then on.
    public var end: UnixTime {
        switch self {
        case .hour(let hour): hour.end
        case .day(let day): day.advanced(byDays: 1).startInUTC
        }
    }

    /// The hours whose keys the package holds.
    public var hours: [PackageHour] {
        switch self {
        case .hour(let hour): [hour]
        case .day(let day): PackageHour(day, 0).through(PackageHour(day, PackageHour.perDay - 1))
        }
    }

    /// - Parameter batch: from 1.
    public func path(in region: RegionCode, batch: Int = 1) -> TreePath {
        switch self {
        case .hour(let hour): .hour(region, hour.day, hour.hourOfDay, batch: batch)
        case .day(let day): .day(region, day, batch: batch)
        }
    }
}

/// The two kinds of package. Each country has a sequence of each.
public enum PackageKind: String, Sendable, CaseIterable {
    case hour
    case day

    /// The name under which a key store keeps the sequence, for example `de-hour`.
    public func sequenceName(in region: RegionCode) -> String { "\(region.text.lowercased())-\(rawValue)" }

    /// The length of a package's period in seconds.
    public var period: Int64 {
        switch self {
        case .hour: PackageHour.seconds
        case .day: UnixTime.secondsPerDay
        }
    }

    /// The number of keys that a file of the originals may hold. A package with more has several files.
    public static let defaultMaxKeyCount = 600_000
}
