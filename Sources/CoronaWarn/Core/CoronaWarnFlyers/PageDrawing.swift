/// The content of a page, in points (1/72 inch) from its upper left corner. Each file format draws it in its own way.
struct PageDrawing: Sendable {
    private(set) var elements: [Element] = []

    enum Element: Sendable {
        /// `y` is the baseline.
        case text(String, font: StandardFont, size: Double, x: Double, y: Double)
        /// A QR code with its upper left square at the point.
        case code(QRMatrix, side: Double, x: Double, y: Double)
        /// A dashed line along which the page is cut.
        case cut(fromX: Double, fromY: Double, toX: Double, toY: Double)
    }

    mutating func add(_ element: Element) {
        elements.append(element)
    }

    /// A4 in points.
    static let width = 595.28
    static let height = 841.89
}

extension Double {
    /// Two decimals, for files.
    var pointText: String {
        let hundredths = Int((magnitude * 100).rounded())
        let decimals = hundredths % 100
        let sign = self < 0 && hundredths > 0 ? "-" : ""
        return "\(sign)\(hundredths / 100)" + (decimals == 0 ? "" : decimals < 10 ? ".0\(decimals)" : ".\(decimals)")
    }
}
