/// The lines of a text whose fields stand between separators (RFC 4180).
///
/// A field in quotation marks may have separators and doubled quotation marks. It has no line breaks, so a missing
/// quotation mark spoils one line and not the rest of the text.
struct DelimitedLines {
    /// The lines that are not empty.
    let lines: [Line]

    struct Line {
        /// The number of the line in the text, from 1.
        let number: Int
        /// Nil if the line is no UTF-8 text or a quotation mark is in the wrong place.
        let fields: [String]?
    }

    /// - Parameter maxLines: further lines are not read.
    init(_ bytes: [UInt8], maxLines: Int) {
        let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(Self.byteOrderMark.count) : bytes[...]
        let raw = text.split(separator: Self.newline, maxSplits: maxLines, omittingEmptySubsequences: false)
            .map { $0.last == Self.carriageReturn ? $0.dropLast() : $0 }
        let separator = raw.first.flatMap(Self.separator(in:)) ?? Self.separators[0]
        lines = raw.enumerated().compactMap { position, line in
            line.allSatisfy(Self.isBlank) ? nil : Line(number: position + 1, fields: Self.fields(line, separator))
        }
    }

    /// The separator that the first line uses.
    private static func separator(in line: ArraySlice<UInt8>) -> UInt8? {
        separators.first { line.contains($0) }
    }

    private static func fields(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String]? {
        var fields: [String] = []
        var rest = line
        while true {
            guard let (field, end) = field(of: rest, separator), let text = String(validating: field, as: UTF8.self)
            else {
                return nil
            }
            fields.append(text)
            guard end < rest.endIndex else {
                return fields
            }
            rest = rest[(end + 1)...]
        }
    }

    /// The field at the beginning of `line`, and the index of the separator or the end behind it.
    private static func field(of line: ArraySlice<UInt8>, _ separator: UInt8) -> (field: [UInt8], end: Int)? {
        let start = line.firstIndex { !isBlank($0) || $0 == separator } ?? line.endIndex
        guard start < line.endIndex, line[start] == quote else {
            let end = line.firstIndex(of: separator) ?? line.endIndex
            let field = line[line.startIndex..<end]
            return field.contains(quote) ? nil : (trimmed(field), end)
        }
        return quotedField(of: line[(start + 1)...], separator)
    }

    private static func quotedField(of line: ArraySlice<UInt8>, _ separator: UInt8) -> (field: [UInt8], end: Int)? {
        var field: [UInt8] = []
        var index = line.startIndex
        while index < line.endIndex {
            if line[index] != quote {
                field.append(line[index])
            } else if index + 1 < line.endIndex, line[index + 1] == quote {
                field.append(quote)
                index += 1
            } else {
                let end = line[(index + 1)...].firstIndex(of: separator) ?? line.endIndex
                return line[(index + 1)..<end].allSatisfy(isBlank) ? (field, end) : nil
            }
            index += 1
        }
        return nil
    }

    private static func trimmed(_ field: ArraySlice<UInt8>) -> [UInt8] {
        let start = field.firstIndex { !isBlank($0) } ?? field.endIndex
        let end = field.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        return Array(field[start..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    // Spreadsheets write semicolons in countries with a decimal comma.
    private static let separators = Array(",;\t".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let quote = UInt8(ascii: "\"")
}
