/// A font that every program for PDF has (ISO 32000-1, 9.6.2.2), in the encoding WinAnsi (annex D). So a file needs no
/// font of its own.
enum StandardFont: String, CaseIterable, Sendable {
    case regular = "Helvetica"
    case bold = "Helvetica-Bold"

    /// The bytes of a text; nil if a character is not in the encoding.
    static func encode(_ text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.map { scalar -> UInt8? in
            switch scalar.value {
            case 0x20...0x7E, 0xA0...0xFF: UInt8(scalar.value)
            default: specials[scalar]
            }
        }
        return bytes.contains(nil) ? nil : bytes.compactMap(\.self)
    }

    /// The width of a text in points at a size of one point. Characters outside the encoding count as a wide letter.
    func width(of text: String) -> Double {
        let units = text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (Self.encode(String(scalar))?.first.map { width(of: $0) } ?? Self.wide)
        }
        return Double(units) / 1000
    }

    /// The lines of a text, broken at spaces, each at most `width` points wide at `size`. A longer word has a line of
    /// its own.
    func lines(of text: String, size: Double, width: Double) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, self.width(of: "\(last) \(word)") * size <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    private func width(of byte: UInt8) -> Int {
        let widths = self == .regular ? Self.regularWidths : Self.boldWidths
        return byte >= 0xA0 ? widths.high[Int(byte - 0xA0)] : byte < 0x7F ? widths.low[Int(byte - 0x20)] : Self.wide
    }

    /// The characters of texts between the two halves of Latin-1.
    private static let specials: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "„": 0x84, "…": 0x85, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "–": 0x96, "—": 0x97,
        "Œ": 0x8C, "œ": 0x9C,
    ]
    /// The width of the widest of these, in thousandths of the size.
    private static let wide = 1000

    // The metrics of Adobe's fonts, in thousandths of the size: from space to tilde, and from 0xA0 to 0xFF.
    private static let regularWidths = (
        low: [
            278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
            556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
            722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
            667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
            556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
            500, 334, 260, 334, 584,
        ],
        high: [
            278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584,
            333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667,
            667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778,
            778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500,
            556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584, 611, 556,
            556, 556, 556, 500, 556, 500,
        ]
    )
    private static let boldWidths = (
        low: [
            278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
            556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722,
            722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
            667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
            611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556,
            500, 389, 280, 389, 584,
        ],
        high: [
            278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584,
            333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611, 722, 722, 722, 722,
            722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778,
            778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 556,
            556, 556, 556, 556, 278, 278, 278, 278, 611, 611, 611, 611, 611, 611, 611, 584, 611, 611,
            611, 611, 611, 556, 611, 556,
        ]
    )
}
