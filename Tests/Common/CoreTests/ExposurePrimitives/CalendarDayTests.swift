import ExposurePrimitives
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
    private static let knownDays = [
        ("1970-01-01", 0), ("1969-12-31", -1), ("1970-03-01", 59), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
        ("2020-06-29", 18_442), ("2020-12-31", 18_627), ("1900-03-01", -25_508), ("2038-01-19", 24_855),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ]

    @Test("known days", arguments: knownDays)
    func known(text: String, days: Int) throws {
        let day = try #require(CalendarDay(iso: text))
        #expect((day.daysSinceEpoch, day.description) == (days, text))
    }

    @Test("every day of eight centuries follows the day before, by the rules of the calendar")
    func sequence() throws {
        var day = try #require(CalendarDay(iso: "1600-01-01"))
        var (year, month, dayOfMonth) = (1600, 1, 1)
        while year < 2400 {
            #expect(day.components == (year, month, dayOfMonth))
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            dayOfMonth += 1
            if dayOfMonth > lengths[month - 1] {
                (month, dayOfMonth) = month == 12 ? (1, 1) : (month + 1, 1)
                year += month == 1 ? 1 : 0
            }
            day = day.advanced(byDays: 1)
        }
        #expect(day.description == "2400-01-01")
    }

    /// Leap years, and others.
    private static let februaries = [
        (1600, 29), (1996, 29), (2000, 29), (2004, 29), (2020, 29), (2400, 29), (1700, 28), (1800, 28), (1900, 28),
        (2001, 28), (2019, 28), (2021, 28), (2100, 28),
    ]

    @Test("29 February exists in leap years, and not in others", arguments: februaries)
    func leapYears(year: Int, length: Int) {
        #expect(CalendarDay(iso: "\(year)-02-\(length)") != nil)
        #expect(CalendarDay(iso: "\(year)-02-\(length + 1)") == nil)
    }

    @Test("months have their lengths")
    func monthLengths() {
        for (month, length) in zip(1..., [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            let prefix = "2021-\(month < 10 ? "0" : "")\(month)-"
            #expect(CalendarDay(iso: prefix + "\(length)") != nil)
            #expect(CalendarDay(iso: prefix + "\(length + 1)") == nil)
        }
    }

    private static let otherForms = [
        "", "2020", "2020-06", "2020-6-29", "20-06-29", "2020-06-29T00:00:00Z", " 2020-06-29", "2020-06-29 ",
        "2020/06/29", "20200629", "2020-00-10", "2020-13-10", "2020-06-00", "2020-06-31", "0000-01-01",
        "-020-06-29", "+020-06-29", "2020-0a-29", "٢٠٢٠-06-29", "2020-06-2९",
    ]

    @Test("every other form is refused", arguments: otherForms)
    func refused(text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }

    @Test("distance, order and midnight")
    func arithmetic() throws {
        let first = try #require(CalendarDay(iso: "2020-02-28"))
        let last = try #require(CalendarDay(iso: "2020-03-01"))
        #expect((last.days(since: first), first.days(since: last)) == (2, -2))
        #expect(first < last)
        #expect(first.advanced(byDays: 2) == last)
        #expect(last.startInUTC == UnixTime(1_583_020_800))
        #expect(last.startInUTC.utcDay == last)
        for days in [Int.min, .max] {
            #expect(!CalendarDay(daysSinceEpoch: days).description.isEmpty)
        }
        #expect(last.startInUTC.advanced(bySeconds: -1).utcDay.description == "2020-02-29")
    }
}
