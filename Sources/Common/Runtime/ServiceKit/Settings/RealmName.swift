/// The name of a realm: the label of its log lines and metrics, and a part of its environment variables.
///
/// It has no hyphen, so a variable belongs to one realm only.
package struct RealmName: Hashable, Sendable {
    package let text: String

    /// Nil unless `text` has 1 to 16 small letters and digits and begins with a letter.
    package init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { Self.letters.contains($0) || Self.digits.contains($0) }
        guard let first = text.utf8.first, Self.letters.contains(first), text.utf8.count <= Self.maxLength, isAllowed
        else {
            return nil
        }
        self.text = text
    }

    /// The allowed names in words.
    package static let allowed = "1 to 16 small letters and digits, the first one a letter"

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let maxLength = 16

    /// The beginning of the names of this realm's variables.
    var variablePrefix: String { "\(Self.commonPrefix)\(text.uppercased())_" }

    /// The beginning of the variables of all realms.
    static let commonPrefix = "\(SettingName.variablePrefix)REALM_"
}

extension RealmName: CustomStringConvertible {
    package var description: String { text }
}

extension RealmName {
    /// The variables of `environment` that name a realm other than `realms`. None of their settings would have any
    /// effect.
    package static func strayVariables(in environment: some Sequence<String>, besides realms: [RealmName]) -> [String] {
        environment.filter { variable in
            variable.hasPrefix(commonPrefix) && !realms.contains { variable.hasPrefix($0.variablePrefix) }
        }.sorted()
    }
}
