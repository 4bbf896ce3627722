import WireFormat

/// Places, colours and words that the parts of a ``LoadPicture`` share.
enum LoadPaper {
    static let (width, height) = (860, 520)
    /// The edges of the day.
    static let (left, right) = (64, 780)
    static let (timesTop, timesBottom) = (70, 270)
    static let (loadTop, loadBottom) = (320, 430)

    /// The middle of a part of the day.
    static func x(_ slot: Int) -> Double {
        Double(left) + (Double(slot) + 0.5) / Double(LoadRecord.slotCount) * Double(right - left)
    }

    /// Both ends of a level line over a part of the day.
    static func step(_ slot: Int, _ y: Double) -> [String] {
        [-0.5, 0.5].map { "\(number(x(slot) + $0 * Double(right - left) / Double(LoadRecord.slotCount))),\(number(y))" }
    }

    /// A tenth of a pixel is enough.
    static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    /// A line of words; `style` is a class of ``style``, or empty.
    static func text(_ words: String, _ style: String, _ x: Double, _ y: Double) -> String {
        let style = style.isEmpty ? "" : " class=\"\(style)\""
        return "<text\(style) x=\"\(number(x))\" y=\"\(number(y))\">\(XMLText.escaped(words))</text>"
    }

    /// The answers of a group, behind "that".
    static func words(_ group: LoadGroup) -> String {
        switch group {
        case .atOnce: "leave at once"
        case .released: "wait for their release"
        }
    }

    /// The beginning of a part of the day.
    static func clock(_ slot: Int) -> String {
        let minutes = slot * 24 * 60 / LoadRecord.slotCount
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// One hue. Both groups differ in their dashes too.
    static let style = """
        svg { color-scheme: light dark }
        text { font: 12px Inter, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #14213D }
        .head { font-size: 16px; font-weight: 600 }
        .quiet { fill: #475166 }
        .end { text-anchor: end }
        .middle { text-anchor: middle }
        .page { fill: #F5F7FC }
        .grid { stroke: #B9C3DA }
        .axis { stroke: #14213D }
        .band { fill: #2346C7; fill-opacity: 0.2 }
        .line { fill: none; stroke: #2346C7; stroke-width: 1.5 }
        .released { stroke-dasharray: 5 4 }
        .load { fill: #2346C7; fill-opacity: 0.5 }
        .cross { fill: none; stroke: #B3261E; stroke-width: 2 }
        @media (prefers-color-scheme: dark) {
          text { fill: #EEF2FF }
          .quiet { fill: #B9C3DA }
          .page { fill: #0E1422 }
          .grid { stroke: #475569 }
          .axis { stroke: #EEF2FF }
          .band, .load { fill: #9DB4FF }
          .line { stroke: #9DB4FF }
          .cross { stroke: #F2B23A }
        }

        """
}
