/// Something about a set-up that is not fit for production.
package struct FitnessFinding: Hashable, Sendable, Encodable {
    /// Lower-case words with hyphens, the same in every version, for scripts.
    package let name: String
    /// What it means.
    package let problem: String
    /// What to do about it.
    package let remedy: String
}

/// One thing that is looked at.
struct FitnessRule: Sendable {
    let finding: FitnessFinding
    /// The services that it concerns; in a process without any of them it is no matter.
    let services: Set<ServiceName>
    let isBroken: @Sendable (SetupFacts) -> Bool

    init(
        _ name: String,
        of services: Set<ServiceName> = Set(ServiceName.allCases),
        _ problem: String,
        remedy: String,
        isBroken: @escaping @Sendable (SetupFacts) -> Bool
    ) {
        finding = FitnessFinding(name: name, problem: problem, remedy: remedy)
        self.services = services
        self.isBroken = isBroken
    }
}

extension [FitnessFinding] {
    /// What of a set-up is not fit for production.
    init(of facts: SetupFacts) {
        self = FitnessRule.all
            .filter { !$0.services.isDisjoint(with: facts.services) && $0.isBroken(facts) }
            .map(\.finding)
    }
}
