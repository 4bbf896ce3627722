/// Something about a set-up that is not fit for production.
package struct FitnessFinding: Hashable, Sendable, Encodable {
    /// Lower-case words with hyphens, the same in every version, for scripts.
    package let name: String
    /// What it means.
    package let problem: String
    /// What to do about it.
    package let remedy: String
}

/// The table of what is not fit for production, for people.
extension [FitnessFinding] {
    package var table: String {
        let width = map(\.name.count).max() ?? 0
        return map { finding in
            let name = finding.name + String(repeating: " ", count: width - finding.name.count)
            return "  \(name)  \(finding.problem) (\(finding.remedy))\n"
        }.joined()
    }
}
