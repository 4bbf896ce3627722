/// Durations as operators write them: a whole number and a unit, for example `250ms`, `150s`, `4h`.
enum DurationText {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Nil for a text that is not digits and a known unit, and for a number that is too large.
    static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let unit = units.first(where: { $0.suffix == text.dropFirst(digits.count) }),
            let count = Int64(digits)
        else {
            return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow ? nil : .milliseconds(milliseconds)
    }

    /// The duration in the largest unit that divides it; fractions of a millisecond are cut.
    static func text(_ duration: Duration) -> String {
        let milliseconds = Int64(clamping: duration.attoseconds / 1_000_000_000_000_000)
        let unit = units.last { milliseconds.isMultiple(of: $0.milliseconds) } ?? units[0]
        return milliseconds == 0 ? "0s" : "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}
