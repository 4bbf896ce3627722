/// All settings of a program.
package struct SettingsCatalogue: Sendable {
    let entries: [Entry]

    /// A setting without the type of its value.
    package struct Entry: Sendable {
        package let name: String
        let formerName: String?
        let summary: String
        let allowed: String
        let isSecret: Bool
        let defaultText: String?
        /// The text of the value in `reader`; nil if it is not set.
        let current: @Sendable (SettingsReader) throws(SettingsError) -> String?

        package init<Value>(_ setting: Setting<Value>) {
            name = setting.name
            formerName = setting.formerName
            summary = setting.summary
            allowed = setting.allowed
            isSecret = setting.isSecret
            defaultText = setting.defaultValue.flatMap(setting.format)
            current = { (reader) throws(SettingsError) in setting.format(try reader.value(setting)) }
        }
    }

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    package static func + (left: SettingsCatalogue, right: SettingsCatalogue) -> SettingsCatalogue {
        SettingsCatalogue(left.entries + right.entries)
    }

    package var names: [String] { entries.map(\.name) }

    /// By name, the names of earlier releases.
    var formerNames: [String: String] {
        Dictionary(entries.compactMap { entry in entry.formerName.map { (entry.name, $0) } }) { first, _ in first }
    }

    /// Every setting with its value in `reader`, by name. A required setting that is missing has no value. A wrong
    /// value throws.
    package func rows(_ reader: SettingsReader) throws(SettingsError) -> [SettingRow] {
        var rows: [SettingRow] = []
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            let origin = reader.origin(of: entry.name)
            let isMissing = origin == .default && entry.defaultText == nil
            let value = isMissing ? nil : try entry.current(reader)
            rows.append(
                SettingRow(
                    name: entry.name,
                    variable: reader.variable(of: entry.name),
                    value: entry.isSecret ? value.map { _ in "<secret>" } : value,
                    defaultValue: entry.isSecret ? nil : entry.defaultText,
                    origin: origin.description,
                    allowed: entry.allowed,
                    summary: entry.summary
                )
            )
        }
        return rows
    }
}

/// One line of `avviso config`.
package struct SettingRow: Hashable, Sendable {
    package let name: String
    package let variable: String
    /// Masked for a secret; nil if not set.
    package let value: String?
    package let defaultValue: String?
    package let origin: String
    package let allowed: String
    package let summary: String
}

extension Sequence<SettingRow> {
    /// Aligned columns for people.
    package var table: String {
        let header = ["setting", "value", "from", "environment", "default", "meaning"]
        let cells =
            [header]
            + map { [$0.name, $0.value ?? "-", $0.origin, $0.variable, $0.defaultValue ?? "-", $0.summary] }
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return padded.dropLast().joined(separator: "  ") + "  " + (row.last ?? "") + "\n"
        }.joined()
    }

    /// An array of objects for programs.
    package var json: String {
        let objects = map { row in
            let members: [(String, String?)] = [
                ("name", row.name), ("environment", row.variable), ("value", row.value),
                ("default", row.defaultValue), ("origin", row.origin), ("allowed", row.allowed),
                ("summary", row.summary),
            ]
            return "{" + members.map { "\"\($0)\":\($1.map(JSONText.string) ?? "null")" }.joined(separator: ",") + "}"
        }
        return "[" + objects.joined(separator: ",\n ") + "]\n"
    }
}
