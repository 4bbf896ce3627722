import Foundation

extension DetectionResult {
    /// The result as text for people.
    package var text: String {
        var lines = ["risk: \(level), score \(Self.number(score)) \(unit) under \(rule), as of \(today)"]
        if days.isEmpty {
            lines.append("no exposure was found")
        }
        let width = days.map { Self.number($0.score).count }.max() ?? 0
        for day in days {
            let score = Self.number(day.score)
            lines.append("  \(day.date)  \(String(repeating: " ", count: width - score.count))\(score)  \(day.level)")
        }
        return (lines + (explanation?.lines ?? [])).joined(separator: "\n")
    }

    /// `value` with up to four decimals, without trailing zeros.
    static func number(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded.rounded() == rounded && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension DetectionResult.Explanation {
    fileprivate var lines: [String] {
        let explained = days.flatMap { day in
            let combination = day.combination == "sum" ? "the sum of" : "the maximum of"
            return ["\(day.date): \(combination)"] + day.contributions.map { "  \($0.line)" }
        }
        let last = overall.map { ["over all days: \($0.line)"] } ?? []
        return ["why:"] + (explained + last).map { "  \($0)" }
    }
}

extension DetectionResult.Contribution {
    /// The arithmetic, for example `10 minutes at [0, 63) dB × 0.8; × transmission risk 1 = 8`.
    fileprivate var line: String {
        let sum = parts.filter { $0.amount != 0 }.map {
            "\(DetectionResult.number($0.amount)) \($0.name) × \(DetectionResult.number($0.weight))"
        }
        let product = factors.map { "× \($0.name) \(DetectionResult.number($0.value))" }
        let quotient = divisor == 1 ? [] : ["÷ \(DetectionResult.number(divisor))"]
        let excluded = exclusion.map { " (\($0))" } ?? ""
        let steps = [sum.isEmpty ? "nothing" : sum.joined(separator: " + ")] + product + quotient
        return "\(steps.joined(separator: " ")) = \(DetectionResult.number(score))\(excluded)"
    }
}
