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
    public func path(in country: CountryCode, batch: Int = 1) -> TreePath {
        switch self {
        case .hour(let hour): .hour(country, hour.day, hour.hourOfDay, batch: batch)
        case .day(let day): .day(country, day, batch: batch)
        }
    }
}

/// The parts of a package that has more keys than a file may hold.
public enum PackageBatches {
    /// The parts of `count` sorted keys, each of at most `maxKeyCount` and of nearly one size. A package without keys
    /// has one part without keys.
    ///
    /// - Parameter maxKeyCount: at least 1.
    public static func ranges(count: Int, maxKeyCount: Int) -> [Range<Int>] {
        let (count, limit) = (max(count, 0), max(maxKeyCount, 1))
        let batchCount = max(1, count / limit + (count.isMultiple(of: limit) ? 0 : 1))
        let (size, longer) = count.quotientAndRemainder(dividingBy: batchCount)
        var start = 0
        return (0..<batchCount).map { batch in
            let end = start + size + (batch < longer ? 1 : 0)
            defer { start = end }
            return start..<end
        }
    }

    /// The number of keys that a file of the originals may hold.
    public static let defaultMaxKeyCount = 600_000
}
