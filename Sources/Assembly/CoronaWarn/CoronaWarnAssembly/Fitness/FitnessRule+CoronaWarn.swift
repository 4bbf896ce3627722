package import CommonAssembly
import CoronaWarnDistribution
import CoronaWarnFederation
import CoronaWarnPorts
import CoronaWarnVerification
import ServiceKit

/// The facts that Corona-Warn's rules check.
struct CoronaWarnFacts: Sendable {
    let realm: RealmSettings
    let services: Set<ServiceName>
    let remoteVerification: RemoteService?
    let remoteLaboratory: RemoteService?
    /// The uploads that a registration permits.
    let uploadsPerTest: Int
    let distribution: DistributionConfiguration
    let state: ServedState
    let federation: FederationConfiguration
    /// Whether keys are exchanged with any country.
    let federates: Bool

    var host: HostConfiguration { realm.host }
}

extension FitnessRule<CoronaWarnFacts> {
    /// The rules that a set-up of Corona-Warn must satisfy, in the order in which their findings are listed. Those of
    /// callers' keys and of the federation follow them.
    static let all = [
        FitnessRule(
            "open-tans",
            "every program on this machine can read results and use TANs; strangers can too, through a proxy that hides "
                + "itself",
            remedy: "internal.token"
        ) {
            !$0.services.isDisjoint(with: [.laboratory, .verification])
                && $0.host.internalToken == nil && $0.host.internalTLS?.clientAuthority == nil
        },
        FitnessRule(
            "verification-cover-off",
            "the time of an answer tells dummies from registrations, questions and TANs",
            remedy: "cover.floor, cover.tick"
        ) {
            $0.services.contains(.verification)
                && ($0.host.cover.schedule.floor == .zero || $0.host.cover.schedule.tick == .zero)
        },
        FitnessRule(
            "submission-cover-off",
            "the time of an answer tells fakes from uploads",
            remedy: "cover.floor, cover.tick"
        ) {
            $0.services.contains(.submission)
                && ($0.host.cover.schedule.floor == .zero || $0.host.cover.schedule.tick == .zero)
        },
        FitnessRule(
            "one-tan",
            "the key of the day of the consent, which phones send a day later, is refused",
            remedy: "verification.tans"
        ) {
            $0.services.contains(.verification) && $0.uploadsPerTest < 2
        },
        FitnessRule(
            "unsigned-tree",
            "the owner of a cache can change what every phone is told",
            remedy: "message-signing-key"
        ) {
            $0.services.contains(.distribution) && $0.realm.messageSigningKeyFile == nil
        },
        FitnessRule(
            "small-packages",
            "a package of few keys tells that few people uploaded",
            remedy: "distribution.min-keys"
        ) {
            $0.services.contains(.distribution) && $0.distribution.mayShowFewKeys
        },
        FitnessRule(
            "keys-waiting",
            "keys have waited for more than a day for others, and warn nobody meanwhile",
            remedy: "distribution.max-wait"
        ) {
            $0.state.hasWaitingKeys
        },
        FitnessRule(
            "plain-verification",
            "TANs cross the network in clear",
            remedy: "submission.verification-url with https"
        ) { facts in
            facts.services.contains(.submission) && facts.remoteVerification?.isPlain == true
        },
        FitnessRule(
            "plain-laboratory",
            "the hashes of codes, and their results, cross the network in clear",
            remedy: "verification.laboratory-url with https"
        ) { facts in
            facts.services.contains(.verification) && facts.remoteLaboratory?.isPlain == true
        },
        FitnessRule(
            "two-laboratories",
            "laboratories send to this process, and verification asks another one: phones never see the results",
            remedy: "verification.laboratory-url, or serve without laboratory"
        ) { facts in
            facts.services.isSuperset(of: [.laboratory, .verification]) && facts.remoteLaboratory != nil
        },
    ]
}

extension CoronaWarnSystem {
    package func findings(
        of services: Set<ServiceName>,
        served: RealmSettings
    ) async throws -> [FitnessFinding] {
        let own = services.intersection(Self.services)
        guard !own.isEmpty else {
            return []
        }
        return (FitnessRule.all + FitnessRule.accessKeys + FitnessRule.federation).findings(
            of: CoronaWarnFacts(
                realm: realm.settings,
                services: own,
                remoteVerification: settings.remoteVerification,
                remoteLaboratory: settings.remoteLaboratory,
                uploadsPerTest: settings.verification.tans.used,
                distribution: settings.distribution,
                state: try await servedState(of: own, in: served),
                federation: settings.federation,
                federates: !federatedCountries.isEmpty
            )
        )
    }
}
