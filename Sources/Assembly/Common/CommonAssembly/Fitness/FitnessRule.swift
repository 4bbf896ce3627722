/// A rule that checks one aspect of a set-up.
package struct FitnessRule<Facts: Sendable>: Sendable {
    private let name: String
    private let remedy: String
    private let problem: @Sendable (Facts) -> String?

    /// - Parameters:
    ///   - problem: what it means.
    ///   - remedy: what to do about it.
    package init(
        _ name: String,
        _ problem: String,
        remedy: String,
        isBroken: @escaping @Sendable (Facts) -> Bool
    ) {
        self.init(name, remedy: remedy) { isBroken($0) ? problem : nil }
    }

    /// - Parameters:
    ///   - remedy: what to do about it.
    ///   - problem: what it means for these facts; nil if they satisfy the rule.
    package init(_ name: String, remedy: String, problem: @escaping @Sendable (Facts) -> String?) {
        self.name = name
        self.remedy = remedy
        self.problem = problem
    }

    fileprivate func finding(of facts: Facts) -> FitnessFinding? {
        problem(facts).map { FitnessFinding(name: name, problem: $0, remedy: remedy) }
    }
}

extension Array {
    /// The findings of the rules about a set-up.
    package func findings<Facts>(of facts: Facts) -> [FitnessFinding] where Element == FitnessRule<Facts> {
        compactMap { $0.finding(of: facts) }
    }
}
