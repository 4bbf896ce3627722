import ExposurePrimitives
import Testing

@Suite("Calendar months")
struct CalendarMonthTests {
    private static let knownMonths = [
        ("1970-01", 0, 31), ("1969-12", -1, 31), ("2020-02", 601, 29), ("2026-02", 673, 28), ("2026-11", 682, 30),
        ("0001-01", -23_628, 31), ("9999-12", 96_359, 31),
    ]

    @Test("known months", arguments: knownMonths)
    func known(text: String, months: Int, days: Int) throws {
        let month = try #require(CalendarMonth(iso: text))
        #expect((month.monthsSinceEpoch, month.description, month.dayCount) == (months, text, days))
        #expect(CalendarMonth(of: month.firstDay) == month)
        #expect(CalendarMonth(of: month.firstDay.advanced(byDays: days - 1)) == month)
        #expect(CalendarMonth(of: month.firstDay.advanced(byDays: days)) == month.advanced(byMonths: 1))
        #expect(CalendarMonth(of: month.firstDay.advanced(byDays: -1)) == month.advanced(byMonths: -1))
    }

    @Test("are ordered by time, also across a year's end")
    func order() throws {
        #expect(try #require(CalendarMonth(iso: "2025-12")) < #require(CalendarMonth(iso: "2026-01")))
    }

    @Test("refuse other texts", arguments: ["", "2026", "2026-1", "2026-13", "2026-00", "2026-01-01", "202601"])
    func malformed(text: String) {
        #expect(CalendarMonth(iso: text) == nil)
    }
}
