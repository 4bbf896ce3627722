/// A rule that checks one aspect of a set-up.
package struct FitnessRule<Facts: Sendable>: Sendable {
    private let finding: FitnessFinding
    private let isBroken: @Sendable (Facts) -> Bool

    /// - Parameters:
    ///   - problem: what it means.
    ///   - remedy: what to do about it.
    package init(
        _ name: String,
        _ problem: String,
        remedy: String,
        isBroken: @escaping @Sendable (Facts) -> Bool
    ) {
        finding = FitnessFinding(name: name, problem: problem, remedy: remedy)
        self.isBroken = isBroken
    }

    fileprivate func finding(of facts: Facts) -> FitnessFinding? {
        isBroken(facts) ? finding : nil
    }
}

extension Array {
    /// The findings of the rules about a set-up.
    package func findings<Facts>(of facts: Facts) -> [FitnessFinding] where Element == FitnessRule<Facts> {
        compactMap { $0.finding(of: facts) }
    }
}
