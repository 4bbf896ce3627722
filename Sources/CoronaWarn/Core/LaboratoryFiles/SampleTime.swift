import ExposurePrimitives

/// A time with its offset from UTC (RFC 3339): `2026-11-20T08:30:00Z` or `2026-11-20 09:30+01:00`. Seconds may be
/// missing.
enum SampleTime {
    static func read(_ text: String) -> UnixTime? {
        let characters = Array(text.utf8)
        guard characters.count > 11, let day = CalendarDay(iso: text.prefix(10)),
            "T ".utf8.contains(characters[10]), let (second, zone) = clock(characters[11...]),
            let offset = offset(zone)
        else {
            return nil
        }
        return day.startInUTC.advanced(bySeconds: Int64(second - offset))
    }

    /// The second of the day, and the characters behind it.
    private static func clock(_ text: ArraySlice<UInt8>) -> (second: Int, rest: ArraySlice<UInt8>)? {
        guard let minute = minutes(text) else {
            return nil
        }
        let rest = text.dropFirst(5)
        guard rest.first == colon else {
            return (minute * 60, rest)
        }
        guard let second = number(rest.dropFirst(), below: 60) else {
            return nil
        }
        return (minute * 60 + second, rest.dropFirst(3))
    }

    /// Seconds east of UTC.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first else {
            return nil
        }
        if text.elementsEqual("Z".utf8) {
            return 0
        }
        guard "+-".utf8.contains(sign), text.count == 6, let minutes = minutes(text.dropFirst()) else {
            return nil
        }
        return (sign == UInt8(ascii: "-") ? -60 : 60) * minutes
    }

    /// The minutes of `HH:MM`.
    private static func minutes(_ text: ArraySlice<UInt8>) -> Int? {
        guard let hour = number(text, below: 24), text.dropFirst(2).first == colon,
            let minute = number(text.dropFirst(3), below: 60)
        else {
            return nil
        }
        return hour * 60 + minute
    }

    /// The number of the first two digits.
    private static func number(_ text: ArraySlice<UInt8>, below limit: Int) -> Int? {
        let digits = text.prefix(2).map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 2, digits.allSatisfy((0...9).contains) else {
            return nil
        }
        let number = digits[0] * 10 + digits[1]
        return number < limit ? number : nil
    }

    private static let colon = UInt8(ascii: ":")
}
