import AttestationAssembly
import CommonAssembly
import DiagnosisKeyStores
import ImmuniAnalytics
import ImmuniIngestion
import KeyPublication
import OperatorPortal
import ServiceKit

extension FitnessRule<ImmuniFacts> {
    /// - Parameter services: the services that the rule is about. In a process without any of them the rule has no
    ///   effect.
    private init(
        _ name: String,
        of services: Set<ServiceName>,
        _ problem: String,
        remedy: String,
        isBroken: @escaping @Sendable (ImmuniFacts) -> Bool
    ) {
        self.init(name, problem, remedy: remedy) { !services.isDisjoint(with: $0.services) && isBroken($0) }
    }

    /// All rules that a set-up of Immuni must satisfy, in the order in which their findings are listed.
    static let all = messages + transport + published + analytics

    private static let messages = [
        FitnessRule(
            "unsigned",
            of: [.config, .reporting],
            "settings and key index are not signed: the operator of a cache can change them",
            remedy: "message-signing-key"
        ) { $0.realm.messageSigningKeyFile == nil },
        FitnessRule(
            "demo-settings",
            of: [.config],
            "the apps get settings of the preset demo, with contacts at example.org",
            remedy: "preset, avviso settings import"
        ) { $0.hasDemoSettings },
    ]

    private static let transport = [
        FitnessRule(
            "open-internal",
            of: [.otp],
            "every program on this machine can authorise codes; strangers can too, through a proxy that hides itself",
            remedy: "internal.token"
        ) { !$0.checksInternalCallers },
        FitnessRule(
            "proxy-certificate",
            of: [.otp],
            "everybody who passes the proxy of portal.url can authorise codes with the proxy's certificate",
            remedy: "internal.token"
        ) { $0.realm.portal.site != nil && $0.checksInternalCallers && $0.host.internalToken == nil },
        FitnessRule(
            "cover-off",
            of: [.ingestion, .analytics],
            "the time of an answer distinguishes dummies from uploads",
            remedy: "cover.floor, cover.tick"
        ) { $0.host.cover.schedule.floor == .zero || $0.host.cover.schedule.tick == .zero },
        FitnessRule(
            "small-bodies",
            of: [.ingestion],
            "a few bytes with the dummy flag occupy the database as long as an upload",
            remedy: "ingestion.min-body"
        ) { $0.settings.ingestion.minBody == nil },
    ]

    private static let published = [
        FitnessRule(
            "no-padding-keys",
            of: [.publication],
            "the size of a chunk reveals how many keys were uploaded",
            remedy: "publication.padded-key-count"
        ) { $0.settings.publication.rules.paddedKeyCount == 0 },
        FitnessRule(
            "small-chunks",
            of: [.publication],
            "a chunk may have a single key, which reveals that one person uploaded",
            remedy: "publication.min-key-count, publication.padded-key-count"
        ) { max($0.settings.publication.rules.minKeyCount, $0.settings.publication.rules.paddedKeyCount) < 2 },
    ]

    private static let analytics = [
        FitnessRule(
            "no-android-attestation",
            of: [.analytics],
            "no proof of an Android phone is accepted: all their Operational Info is refused",
            remedy: "analytics.google.attestations"
        ) { $0.settings.attestation.kinds.isEmpty },
        FitnessRule(
            "no-iphone-authorisation",
            of: [.analytics],
            "no token of an iPhone is authorised: none of their Operational Info arrives",
            remedy: "analytics.apple.team-id, key-id and key"
        ) { !$0.authorisesTokens },
        FitnessRule(
            "test-evidence",
            of: [.analytics],
            "attestations that anybody can make count as phones",
            remedy: "analytics.test-evidence=false"
        ) { $0.settings.attestation.takesTestEvidence },
        FitnessRule(
            "test-devicecheck",
            of: [.analytics],
            "iPhones are checked by a server other than Apple's production server",
            remedy: "analytics.apple.url"
        ) { $0.asksForTests },
    ]
}
