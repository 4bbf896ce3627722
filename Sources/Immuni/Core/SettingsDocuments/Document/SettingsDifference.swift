package import ImmuniAPI
package import WireFormat

/// A value that differs between two documents.
package struct SettingsDifference: Hashable, Sendable {
    package let platform: SettingsRequest.Platform
    package let startingBuild: Int
    /// The setting's name, and the members that lead to the value: `countries.it.AT`.
    package let path: String
    /// Nil if the first document has no such value.
    package let old: JSONValue?
    /// Nil if the second document has no such value.
    package let new: JSONValue?

    /// Every difference, by platform, starting build and path. Lists are compared whole, objects member by member.
    package static func between(_ old: SettingsDocument, _ new: SettingsDocument) -> [SettingsDifference] {
        SettingsRequest.Platform.allCases.flatMap { platform in
            Set(old.startingBuilds(of: platform)).union(new.startingBuilds(of: platform)).sorted().flatMap { build in
                let names = (old.entries + new.entries)
                    .filter { $0.platform == platform && $0.startingBuild == build }
                    .map(\.name)
                return Set(names).sorted().flatMap { name in
                    leaves(old[platform, build, name], new[platform, build, name], at: name).map { leaf in
                        SettingsDifference(
                            platform: platform,
                            startingBuild: build,
                            path: leaf.path,
                            old: leaf.old,
                            new: leaf.new
                        )
                    }
                }
            }
        }
    }

    private typealias Leaf = (path: String, old: JSONValue?, new: JSONValue?)

    private static func leaves(_ old: JSONValue?, _ new: JSONValue?, at path: String) -> [Leaf] {
        guard old != new else {
            return []
        }
        guard case .object(let before)? = old, case .object(let after)? = new else {
            return [(path, old, new)]
        }
        return Set((before + after).map(\.name)).sorted().flatMap { name in
            leaves(old?[name], new?[name], at: "\(path).\(name)")
        }
    }
}
