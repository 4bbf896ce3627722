import ExposurePrimitives
import WireFormat

/// The exposures of the last fourteen days as a picture. Each day has a bar; its height is the score, its pattern the
/// level.
package struct RiskChart {
    private let result: DetectionResult
    private let days: [Bar]
    /// The number of the result's days that are too old for the picture, or in the future.
    private let daysOutside: Int

    private struct Bar {
        let date: CalendarDay
        let score: Double
        let level: String

        var text: String { "\(date): \(DetectionResult.number(score)), \(level)" }

        /// The score, shortened to fit above a bar.
        var label: String {
            DetectionResult.number(score < 100 ? (score * 100).rounded() / 100 : score.rounded())
        }
    }

    /// Nil if the result has a date or a score that cannot be drawn.
    package init?(_ result: DetectionResult) {
        guard let today = CalendarDay(iso: result.today) else {
            return nil
        }
        var found: [CalendarDay: Bar] = [:]
        for day in result.days {
            guard let date = CalendarDay(iso: day.date), day.score.isFinite, day.score >= 0,
                ["none", "low", "high"].contains(day.level)
            else {
                return nil
            }
            found[date] = Bar(date: date, score: day.score, level: day.level)
        }
        self.result = result
        let dates = (0...Self.daysBefore).reversed().map { today.advanced(byDays: -$0) }
        days = dates.map { found[$0] ?? Bar(date: $0, score: 0, level: "none") }
        daysOutside = Set(found.keys).subtracting(dates).count
    }

    /// A page that a browser opens, without scripts and external resources.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>\(XMLText.escaped(title))</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>body { margin: 1rem; background: Canvas; color: CanvasText; color-scheme: light dark }
        svg { max-width: 60rem; width: 100%; height: auto }</style></head>
        <body>
        \(svg)</body>
        </html>

        """
    }

    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(Self.height)" role="img" \
        aria-label="\(XMLText.escaped(title))" font-family="sans-serif" font-size="12" fill="currentColor">
        <title>\(XMLText.escaped(title))</title>
        <desc>\(description)</desc>
        <text x="\(Self.left)" y="20" font-size="14">\(XMLText.escaped(title))</text>
        <text x="\(Self.left)" y="38">\(notes.joined(separator: "; "))</text>
        <line x1="\(Self.left)" y1="\(Self.baseline)" x2="\(Self.width - 10)" y2="\(Self.baseline)" stroke="currentColor"/>
        \(zip(0..., days).map(drawn).joined(separator: "\n"))
        \(legend)
        </svg>

        """
    }

    private var title: String {
        "Exposure by day under \(result.rule), in \(result.unit); \(result.today): \(result.level)"
    }

    /// Facts that the bars do not show.
    private var notes: [String] {
        (days.contains { $0.score > 0 } ? [] : ["No score above 0 since \(days[0].date)"])
            + (daysOutside == 0 ? [] : ["Days outside these two weeks, not shown: \(daysOutside)"])
    }

    /// The picture in words, for people who cannot see it.
    private var description: String {
        (notes + days.filter { $0.score > 0 }.map(\.text)).joined(separator: "; ")
    }

    private func drawn(_ index: Int, _ bar: Bar) -> String {
        let max = days.map(\.score).max() ?? 0
        let height = max > 0 ? Int((bar.score / max * Double(Self.tallest)).rounded()) : 0
        let x = Self.left + index * Self.step
        let middle = x + Self.barWidth / 2
        let label = String(bar.date.description.dropFirst(5))
        let axis = "<text x=\"\(middle)\" y=\"\(Self.baseline + 18)\" text-anchor=\"middle\">\(label)</text>"
        guard bar.score > 0 else {
            return axis
        }
        return """
            <rect x="\(x)" y="\(Self.baseline - height)" width="\(Self.barWidth)" height="\(height)" \
            \(Self.style(of: bar.level))><title>\(bar.text)</title></rect>
            <text x="\(middle)" y="\(Self.baseline - height - 5)" text-anchor="middle">\(bar.label)</text>
            \(axis)
            """
    }

    private var legend: String {
        let entries = [("high", "high: notified"), ("low", "low"), ("none", "below every level")]
        return zip(0..., entries).map { index, entry in
            let x = Self.left + index * 160
            return """
                <rect x="\(x)" y="\(Self.height - 22)" width="12" height="12" \(Self.style(of: entry.0))/>\
                <text x="\(x + 18)" y="\(Self.height - 12)">\(entry.1)</text>
                """
        }.joined(separator: "\n")
    }

    /// The levels differ in more than their colour.
    private static func style(of level: String) -> String {
        switch level {
        case "high": "fill=\"#c2410c\" stroke=\"currentColor\""
        case "low": "fill=\"#fbbf24\" stroke=\"#c2410c\" stroke-dasharray=\"4 2\""
        default: "fill=\"none\" stroke=\"currentColor\""
        }
    }

    private static let daysBefore = 14
    private static let (width, height) = (800, 300)
    private static let (left, step, barWidth) = (20, 51, 36)
    private static let (baseline, tallest) = (230, 170)
}
