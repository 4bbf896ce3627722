/// A reason why a set-up is not fit for production.
package struct FitnessFinding: Hashable, Sendable, Encodable {
    /// Lower-case words with hyphens, the same in every version, for scripts.
    package let name: String
    /// The meaning of the finding.
    package let problem: String
    /// The remedy for it.
    package let remedy: String
}

/// The table of the findings, for people.
extension [FitnessFinding] {
    package var table: String {
        let width = map(\.name.count).max() ?? 0
        return map { finding in
            let name = finding.name + String(repeating: " ", count: width - finding.name.count)
            return "  \(name)  \(finding.problem) (\(finding.remedy))\n"
        }.joined()
    }
}
