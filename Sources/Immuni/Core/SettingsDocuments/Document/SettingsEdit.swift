package import ImmuniAPI
import WireFormat

/// A change of single values, in the form of the command line.
package struct SettingsEdit: Sendable {
    /// The platforms that it changes.
    package let platforms: [SettingsRequest.Platform]
    /// The build from which the values apply.
    package let startingBuild: Int
    /// `name=value` or `name.part=value`.
    package let assignments: [String]
    /// Names of settings whose value from that build on is removed. The value of earlier builds then applies.
    package let removals: [String]

    package init(platforms: [SettingsRequest.Platform], startingBuild: Int, assignments: [String], removals: [String]) {
        self.platforms = platforms
        self.startingBuild = startingBuild
        self.assignments = assignments
        self.removals = removals
    }

    /// - Throws: a refusal with every invalid assignment and removal.
    package func applied(to document: SettingsDocument) throws(SettingsRefusal) -> SettingsDocument {
        var changed = document
        var reasons: [String] = []
        for platform in platforms {
            for name in removals {
                if changed[platform, startingBuild, name] == nil {
                    reasons.append("\(platform.rawValue), build \(startingBuild): \(name) has no value to remove")
                }
                changed[platform, startingBuild, name] = nil
            }
            for assignment in assignments {
                do throws(SettingsRefusal) {
                    try assign(assignment, in: &changed, platform: platform)
                } catch {
                    reasons += error.reasons
                }
            }
        }
        guard reasons.isEmpty else {
            throw SettingsRefusal(reasons: reasons)
        }
        return changed
    }

    private func assign(
        _ assignment: String,
        in document: inout SettingsDocument,
        platform: SettingsRequest.Platform
    ) throws(SettingsRefusal) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw SettingsRefusal("\"\(assignment)\" is not of the form name=value")
        }
        let path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let value = Self.value(of: String(parts[1]), at: path)
        let present = document.effective(for: platform, build: startingBuild)[path[0]]
        guard let new = Self.replacing(path.dropFirst(), in: present, by: value) else {
            throw SettingsRefusal(
                "\(platform.rawValue), build \(startingBuild): \(parts[0]) is not part of a setting with a value"
            )
        }
        document[platform, startingBuild, path[0]] = new
    }

    /// The JSON value if the text is JSON, else the text itself: `7` is text if the setting requires text.
    private static func value(of text: String, at path: [String]) -> JSONValue {
        guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
            return .string(text)
        }
        if case .string = value {
            return value
        }
        return switch SettingsSchema.rule(named: path[0])?.kind {
        case .text: .string(text)
        case .optionalText where value != .null: .string(text)
        default: value
        }
    }

    /// `value` with the part at `path` replaced; nil if there is nothing at `path`. The last name may be new.
    private static func replacing(_ path: ArraySlice<String>, in value: JSONValue?, by new: JSONValue) -> JSONValue? {
        guard let name = path.first else {
            return new
        }
        guard case .object(var members)? = value,
            let changed = replacing(path.dropFirst(), in: value?[name], by: new)
        else {
            return nil
        }
        members.removeAll { $0.name == name }
        return .object(members + [JSONValue.Member(name: name, value: changed)])
    }
}
