import WireFormat

/// Aligned columns, the first row as heading.
enum TextTable {
    static func lines(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded + row.suffix(1)).joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension JSONValue {
    /// The JSON text.
    var line: String { String(decoding: encoded, as: UTF8.self) }
}

extension Sequence<JSONValue> {
    /// An array with one element on each line.
    var lines: String { "[" + map(\.line).joined(separator: ",\n ") + "]" }
}
