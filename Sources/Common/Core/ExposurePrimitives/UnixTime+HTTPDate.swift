extension UnixTime {
    /// The moment in HTTP's format (RFC 9110, 5.6.7: IMF-fixdate), always 29 bytes: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var httpDate: String {
        let day = utcDay
        let secondOfDay = seconds(since: day.startInUTC)
        // 1970-01-01 was a Thursday.
        let weekday = ((day.daysSinceEpoch + 4) % 7 + 7) % 7
        let (year, month, dayOfMonth) = day.components
        let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
            .map { Self.twoDigits(Int($0)) }
            .joined(separator: ":")
        return "\(Self.weekdays[weekday]), \(Self.twoDigits(dayOfMonth)) \(Self.months[month - 1]) \(year) \(clock) GMT"
    }

    /// Reads exactly the format of ``httpDate``.
    ///
    /// Returns nil for anything else: also for the two older forms of the RFC, which no sender may use, and for leap
    /// seconds.
    public init?(httpDate text: some StringProtocol) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, let month = Self.months.firstIndex(of: String(parts[2])),
            let day = CalendarDay(iso: "\(parts[3])-\(Self.twoDigits(month + 1))-\(parts[1])")
        else {
            return nil
        }
        let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, clock.allSatisfy({ (0..<60).contains($0) }) else {
            return nil
        }
        self = day.startInUTC.advanced(bySeconds: clock[0] * 3600 + clock[1] * 60 + clock[2])
        guard httpDate == text else {
            return nil
        }
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
