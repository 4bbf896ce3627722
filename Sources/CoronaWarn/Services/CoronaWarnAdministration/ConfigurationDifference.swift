package import WireFormat

/// A parameter that differs between two configurations.
package struct ConfigurationDifference: Hashable, Sendable {
    /// The names of members with dots between them. The elements of a list count from 0.
    package let path: String
    /// Nil if the first configuration has no such parameter.
    package let old: JSONValue?
    package let new: JSONValue?

    /// The differences in the order of the documents, those of the first one first.
    package static func between(
        _ old: ConfigurationDocument?,
        _ new: ConfigurationDocument
    ) -> [ConfigurationDifference] {
        between(old?.json, new.json, at: "")
    }

    private static func between(_ old: JSONValue?, _ new: JSONValue?, at path: String) -> [ConfigurationDifference] {
        guard old != new else {
            return []
        }
        guard case .object(let oldMembers)? = old, case .object(let newMembers)? = new else {
            return [ConfigurationDifference(path: path.isEmpty ? "." : path, old: old, new: new)]
        }
        let names = oldMembers.map(\.name) + newMembers.map(\.name).filter { old?[$0] == nil }
        return names.flatMap { name in
            between(old?[name], new?[name], at: path.isEmpty ? name : "\(path).\(name)")
        }
    }
}
