/// The operators that draw a page (ISO 32000-1, 8 and 9).
struct PDFContent {
    private(set) var bytes: [UInt8] = []

    init(_ page: PageDrawing) {
        for element in page.elements {
            switch element {
            case .text(let text, let font, let size, let x, let y):
                append("BT /\(font.rawValue) \(size.pointText) Tf \(x.pointText) \(Self.flipped(y)) Td ")
                bytes += Self.literal(text)
                append(" Tj ET\n")
            case .code(let matrix, let side, let x, let y): append(matrix, side: side, x: x, y: y)
            case .cut(let fromX, let fromY, let toX, let toY):
                append("q 0.5 w 0.6 G [4 4] 0 d \(fromX.pointText) \(Self.flipped(fromY)) m ")
                append("\(toX.pointText) \(Self.flipped(toY)) l S Q\n")
            }
        }
    }

    /// All squares are one path, so there is no gap between them.
    private mutating func append(_ matrix: QRMatrix, side: Double, x: Double, y: Double) {
        let scale = side / Double(matrix.size)
        // The scale has more digits than points have: a rounded one would move the last squares.
        let scaleText = "\(Int(scale)).\(String(String(Int(scale * 1_000_000) % 1_000_000 + 1_000_000).dropFirst()))"
        append("q \(scaleText) 0 0 \(scaleText) \(x.pointText) \(Self.flipped(y + side)) cm\n")
        for run in matrix.runs {
            append("\(run.column) \(matrix.size - 1 - run.row) \(run.length) 1 re\n")
        }
        append("f Q\n")
    }

    /// A text in parentheses, in the encoding of the fonts. A character outside it becomes a question mark.
    static func literal(_ text: String) -> [UInt8] {
        let encoded = text.unicodeScalars.flatMap { StandardFont.encode(String($0)) ?? [UInt8(ascii: "?")] }
        let escaped = encoded.flatMap { #"()\"#.utf8.contains($0) ? [UInt8(ascii: #"\"#), $0] : [$0] }
        return [UInt8(ascii: "(")] + escaped + [UInt8(ascii: ")")]
    }

    private mutating func append(_ text: String) {
        bytes += Array(text.utf8)
    }

    /// PDF counts from the lower edge.
    private static func flipped(_ y: Double) -> String { (PageDrawing.height - y).pointText }
}
