/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// ```swift
/// let day = CalendarDay(iso: "2023-11-14")
/// print(day?.advanced(byDays: 14) ?? now.utcDay)
/// ```
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let daysSinceEpoch: Int

    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Reads exactly `YYYY-MM-DD` (RFC 3339 full-date, years 0001 to 9999), or returns nil.
    public init?(iso text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), year >= 1, (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else {
            return nil
        }
        self.init(daysSinceEpoch: Self.daysSinceEpoch(year: year, month: month, day: day))
    }

    /// The first day of a month, 1 to 12.
    init(year: Int, month: Int) {
        self.init(daysSinceEpoch: Self.daysSinceEpoch(year: year, month: month, day: 1))
    }

    public static func < (lhs: CalendarDay, rhs: CalendarDay) -> Bool {
        lhs.daysSinceEpoch < rhs.daysSinceEpoch
    }

    public func advanced(byDays days: Int) -> CalendarDay {
        CalendarDay(daysSinceEpoch: daysSinceEpoch &+ days)
    }

    /// Days from `earlier` to this day.
    public func days(since earlier: CalendarDay) -> Int {
        daysSinceEpoch &- earlier.daysSinceEpoch
    }

    /// Midnight UTC at the start of this day.
    public var startInUTC: UnixTime {
        UnixTime(Int64(daysSinceEpoch) &* UnixTime.secondsPerDay)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
                return nil
            }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // The days from March of year 0 to the epoch.
    //
    // Both conversions shift the year to start in March, so that the leap day comes last. They count in eras of 400
    // years (146 097 days): the usual civil-calendar arithmetic.
    private static let daysFromMarchOfYearZeroToEpoch = 719_468
    private static let daysPerEra = 146_097

    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysFromMarchOfYearZeroToEpoch
    }

    /// Year, month (1 to 12) and day of month (1 to 31).
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch &+ Self.daysFromMarchOfYearZeroToEpoch
        let era = shifted.flooredQuotient(by: Self.daysPerEra)
        let dayOfEra = shifted &- era &* Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension CalendarDay: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = components
        func padded(_ number: Int, to width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}
