import ExposurePrimitives
import Foundation
package import WireFormat

extension AnalyticsReport {
    /// One object with the request, the notes and a member for each figure.
    package var json: JSONValue {
        [
            "from": .string(request.days.lowerBound.description), "to": .string(request.days.upperBound.description),
            "per": .string(request.per.rawValue), "by": .string(request.by.rawValue),
            "interval_level": .number("\(Self.level)"), "notes": .array(notes.map { .string($0) }),
            "figures": .array(figures.map(\.json)),
        ]
    }

    /// A line for each figure below a heading (RFC 4180), without the notes.
    package var csv: String {
        "figure,period,place,platform,category,value,lower,upper\r\n"
            + figures.map { figure in
                ([figure.kind.rawValue, figure.period, figure.place, figure.platform, figure.category].map(Self.quoted)
                    + [figure.value.map(figure.text) ?? "", figure.text(figure.lower), figure.text(figure.upper)])
                    .joined(separator: ",") + "\r\n"
            }.joined()
    }

    private static func quoted(_ text: String) -> String {
        text.contains(where: { ",\"\r\n".contains($0) }) ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }

    /// A table for each kind of figure, for people, and the notes below.
    package var tables: String {
        let heading = "\(request.days.lowerBound) to \(request.days.upperBound) (UTC), intervals of at least 95 %\n"
        let sections = Figure.Kind.allCases.compactMap { kind -> String? in
            let rows = figures.filter { $0.kind == kind }
            return rows.isEmpty ? nil : "\n\(kind.title)\n" + Self.table(rows)
        }
        let nothing = figures.isEmpty ? ["\nNothing has been released for these days.\n"] : []
        let notes = notes.isEmpty ? "" : "\n" + notes.map { "* \($0)\n" }.joined()
        return heading + (sections + nothing).joined() + notes
    }

    private static func table(_ figures: [Figure]) -> String {
        let names: [(heading: String, text: (Figure) -> String)] = [
            ("period", \.period), ("place", \.place), ("platform", \.platform), ("class", \.category),
        ]
        // A column with the same value in all rows is left out, but at least one column must remain.
        let varying = names.filter { column in Set(figures.map(column.text)).count > 1 }
        let shown = varying.isEmpty ? Array(names.prefix(1)) : varying
        let numbers: [(String, (Figure) -> String)] = [
            ("estimate", { figure in figure.value.map(figure.readable) ?? "-" }),
            ("from", { $0.readable($0.lower) }), ("to", { $0.readable($0.upper) }),
        ]
        let rows =
            [shown.map(\.heading) + numbers.map(\.0)]
            + figures.map { figure in shown.map { $0.text(figure) } + numbers.map { $0.1(figure) } }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            "  "
                + zip(row, widths).enumerated().map { place, cell in
                    let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                    return place < shown.count ? cell.0 + padding : padding + cell.0
                }.joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension Figure {
    var lower: Double { interval.lowerBound }
    var upper: Double { interval.upperBound }

    fileprivate var json: JSONValue {
        [
            "figure": .string(kind.rawValue), "period": .string(period), "place": .string(place),
            "platform": .string(platform), "category": .string(category),
            "value": value.map { .number(text($0)) } ?? .null, "lower": .number(text(lower)),
            "upper": .number(text(upper)),
        ]
    }

    /// The number with its significant decimals, never with an exponent.
    fileprivate func text(_ number: Double) -> String {
        let text = String(format: "%.\(kind.decimals)f", number)
        // A number that rounds to zero has no sign.
        return text.hasPrefix("-") && text.allSatisfy({ "-0.".contains($0) }) ? String(text.dropFirst()) : text
    }

    /// The number for people: shares in percent, others with spaces between thousands.
    fileprivate func readable(_ number: Double) -> String {
        guard !kind.isShare else {
            return String(format: "%.1f %%", number * 100)
        }
        let digits = text(number.rounded()).prefix { $0 != "." }
        let sign = digits.hasPrefix("-") ? "-" : ""
        var groups: [Substring] = []
        var rest = digits.dropFirst(sign.count)
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return sign + ([rest] + groups).joined(separator: " ")
    }
}
