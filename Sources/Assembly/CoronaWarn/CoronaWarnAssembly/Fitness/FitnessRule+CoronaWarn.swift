package import CommonAssembly
import ServiceKit

/// The facts that Corona-Warn's rules check.
struct CoronaWarnFacts: Sendable {
    let realm: RealmSettings
    let services: Set<ServiceName>

    var host: HostConfiguration { realm.host }
}

extension FitnessRule<CoronaWarnFacts> {
    /// All rules that a set-up of Corona-Warn must satisfy, in the order in which their findings are listed.
    static let all = [
        FitnessRule(
            "open-tans",
            "every program on this machine can read results and use TANs; strangers can too, through a proxy that hides "
                + "itself",
            remedy: "internal.token"
        ) {
            $0.host.internalToken == nil && $0.host.internalTLS?.clientAuthority == nil
        },
        FitnessRule(
            "verification-cover-off",
            "the time of an answer tells dummies from registrations, questions and TANs",
            remedy: "cover.floor, cover.tick"
        ) {
            $0.services.contains(.verification)
                && ($0.host.cover.schedule.floor == .zero || $0.host.cover.schedule.tick == .zero)
        },
    ]
}

extension CoronaWarnSystem {
    package func findings(of services: Set<ServiceName>) async throws -> [FitnessFinding] {
        let own = services.intersection(Self.services)
        guard !own.isEmpty else {
            return []
        }
        return FitnessRule.all.findings(of: CoronaWarnFacts(realm: realm.settings, services: own))
    }
}
