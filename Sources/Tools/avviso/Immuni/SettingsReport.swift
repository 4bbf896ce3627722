import ExposurePrimitives
import ImmuniAPI
import Persistence
import SettingsDocuments
import WireFormat

extension Sequence<SettingsDifference> {
    /// The differences, each as two lines `- old` and `+ new`.
    var lines: String {
        map { difference in
            let place = "\(difference.platform.rawValue), build \(difference.startingBuild): \(difference.path)"
            let old = difference.old.map { "- \(place) = \($0.line)\n" } ?? ""
            let new = difference.new.map { "+ \(place) = \($0.line)\n" } ?? ""
            return old + new
        }.joined()
    }

    var json: String {
        map { difference -> JSONValue in
            [
                "platform": .string(difference.platform.rawValue),
                "starting_build": .integer(difference.startingBuild), "path": .string(difference.path),
                "old": difference.old ?? .null, "new": difference.new ?? .null,
            ]
        }.lines
    }
}

extension Sequence<SettingsDocument.Entry> {
    var table: String {
        TextTable.lines(
            [["platform", "build", "setting", "value"]]
                + map { [$0.platform.rawValue, "\($0.startingBuild)", $0.name, $0.value.line] }
        )
    }

    var json: String {
        map { entry -> JSONValue in
            [
                "platform": .string(entry.platform.rawValue), "starting_build": .integer(entry.startingBuild),
                "name": .string(entry.name), "value": entry.value,
            ]
        }.lines
    }
}

extension Sequence<SettingRule> {
    /// The rules, with the parts of a setting as `setting.part`.
    private var flattened: [SettingRule.Row] {
        flatMap { rule -> [SettingRule.Row] in
            let row = SettingRule.Row(
                name: rule.name,
                allowed: rule.kind.allowed,
                isRequired: rule.isRequired,
                readers: rule.readers,
                summary: rule.summary
            )
            guard case .parts(let parts) = rule.kind else {
                return [row]
            }
            return [row]
                + parts.flattened.map { part in
                    SettingRule.Row(
                        name: "\(rule.name).\(part.name)",
                        allowed: part.allowed,
                        isRequired: part.isRequired,
                        readers: part.readers,
                        summary: part.summary
                    )
                }
        }
    }

    var table: String {
        TextTable.lines(
            [["setting", "required", "used by", "allowed", "meaning"]]
                + flattened.map {
                    [$0.name, $0.isRequired ? "yes" : "no", $0.readers.rawValue, $0.allowed, $0.summary]
                }
        )
    }

    var json: String {
        flattened.map { row -> JSONValue in
            [
                "name": .string(row.name), "required": .boolean(row.isRequired), "allowed": .string(row.allowed),
                "used_by": .string(row.readers.rawValue), "summary": .string(row.summary),
            ]
        }.lines
    }
}

extension SettingRule {
    /// One line of the list of settings.
    fileprivate struct Row {
        let name: String
        let allowed: String
        let isRequired: Bool
        let readers: SettingReaders
        let summary: String
    }
}
