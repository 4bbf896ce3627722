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
            let parts = if case .parts(let parts) = rule.kind { parts.flattened } else { [SettingRule.Row]() }
            return [(name: rule.name, rule: rule)] + parts.map { (name: "\(rule.name).\($0.name)", rule: $0.rule) }
        }
    }

    var table: String {
        TextTable.lines(
            [["setting", "required", "used by", "allowed", "meaning"]]
                + flattened.map { name, rule in
                    [name, rule.isRequired ? "yes" : "no", rule.readers.rawValue, rule.kind.allowed, rule.summary]
                }
        )
    }

    var json: String {
        flattened.map { name, rule -> JSONValue in
            [
                "name": .string(name), "required": .boolean(rule.isRequired), "allowed": .string(rule.kind.allowed),
                "used_by": .string(rule.readers.rawValue), "summary": .string(rule.summary),
            ]
        }.lines
    }
}

extension SettingRule {
    /// One line of the list of settings: a rule, by its whole name.
    fileprivate typealias Row = (name: String, rule: SettingRule)
}
