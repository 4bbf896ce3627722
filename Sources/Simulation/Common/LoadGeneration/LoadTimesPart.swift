import Foundation
import LoadModel

/// The upper part of a ``LoadPicture``: a band from the median to p99 for each group of answers, on a scale on which
/// each line is ten times the one below.
struct LoadTimesPart {
    private let slots: [LoadGroup: [LoadTally]]
    /// Powers of ten in milliseconds that hold all times.
    private let decades: ClosedRange<Int>

    init(_ record: LoadRecord) {
        slots = record.slots
        let times = record.slots.values.joined().map(\.sincePlanned)
        let least = times.compactMap { $0.quantile(0.5) }.min() ?? 1000
        let most = times.compactMap { $0.quantile(0.99) }.max() ?? 1000
        let low = Int(Self.power(least).rounded(.down))
        decades = low...max(low + 1, Int(Self.power(most).rounded(.up)))
    }

    var svg: String {
        let title = LoadPaper.text(
            "Milliseconds from the planned time to the answer, p50 to p99 of each quarter of an hour",
            "",
            Double(LoadPaper.left),
            Double(LoadPaper.timesTop - 12)
        )
        return ([title] + decades.map(decadeLine) + LoadGroup.allCases.map(band)).joined(separator: "\n")
    }

    private func band(_ group: LoadGroup) -> String {
        let tallies = slots[group] ?? []
        let measured = tallies.indices.filter { tallies[$0].sincePlanned.count > 0 }
        guard let last = measured.last, let middle = tallies[last].sincePlanned.quantile(0.5) else {
            return ""
        }
        let parts = Self.runs(measured).map { run in
            let lines = [0.99, 0.5].map { share in
                run.flatMap { LoadPaper.step($0, height(tallies[$0].sincePlanned.quantile(share) ?? 1)) }
            }
            let corners = (lines[0] + lines[1].reversed()).joined(separator: " ")
            let drawn = lines.map { points in
                "<polyline class=\"line \(group.rawValue)\" points=\"\(points.joined(separator: " "))\"/>"
            }
            return (["<polygon class=\"band\" points=\"\(corners)\"/>"] + drawn).joined(separator: "\n")
        }
        let name = group == .atOnce ? "at once" : "released"
        let label = LoadPaper.text(name, "", Double(LoadPaper.right + 8), height(middle) + 4)
        return (parts + [label]).joined(separator: "\n")
    }

    /// Numbers that follow one another: nothing is drawn where nothing was measured.
    private static func runs(_ numbers: [Int]) -> [[Int]] {
        numbers.reduce(into: []) { runs, number in
            if runs.last?.last == number - 1 {
                runs[runs.count - 1].append(number)
            } else {
                runs.append([number])
            }
        }
    }

    private func decadeLine(_ power: Int) -> String {
        let y = height(ofPower: Double(power))
        let zeros = String(repeating: "0", count: abs(power))
        let name = power >= 0 ? "1" + zeros : "0." + zeros.dropLast() + "1"
        return """
            <line class="grid" x1="\(LoadPaper.left)" x2="\(LoadPaper.right)" y1="\(LoadPaper.number(y))" \
            y2="\(LoadPaper.number(y))"/>
            \(LoadPaper.text(name, "end", Double(LoadPaper.left - 6), y + 4))
            """
    }

    private func height(_ microseconds: Int64) -> Double { height(ofPower: Self.power(microseconds)) }

    private func height(ofPower power: Double) -> Double {
        let share = (power - Double(decades.lowerBound)) / Double(decades.count - 1)
        return Double(LoadPaper.timesBottom) - share * Double(LoadPaper.timesBottom - LoadPaper.timesTop)
    }

    /// The power of ten of a time in milliseconds.
    private static func power(_ microseconds: Int64) -> Double { log10(Double(max(microseconds, 1)) / 1000) }
}
