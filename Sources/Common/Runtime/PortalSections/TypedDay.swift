package import ExposurePrimitives

/// A day as people of all our languages type and read it.
package enum TypedDay {
    /// Reads `5/11/2026`, `05.11.2026`, `5-11-2026` and `2026-11-05`; nil for anything else.
    package static func day(in typed: String) -> CalendarDay? {
        let text = typed.filter { !$0.isWhitespace }
        return CalendarDay(iso: text) ?? CalendarDay(iso: isoForm(text))
    }

    /// A day in a form that people of all our languages read.
    package static func shown(_ day: CalendarDay) -> String {
        let (year, month, day) = day.components
        return "\(day < 10 ? "0" : "")\(day)/\(month < 10 ? "0" : "")\(month)/\(year)"
    }

    private static func isoForm(_ text: String) -> String {
        let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        guard parts.count == 3 else {
            return ""
        }
        func padded(_ part: Substring) -> String { part.count == 1 ? "0\(part)" : String(part) }
        return "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
    }
}
