import CommonAssembly
import CoronaWarnAPI
import CoronaWarnFederation
import ExposurePrimitives
import FederationStores
import ServiceKit

/// The state of the exchange with other countries, as far as it makes a set-up unfit.
struct FederationFacts: Sendable {
    /// A country of the settings has no partner, so its keys wait for nobody.
    let hasUnknownCountry: Bool
    /// A partner that is not paused has not answered for a day.
    let hasSilentPartner: Bool
    /// A batch of the last day was refused.
    let hasRefusedBatch: Bool
    /// There are partners, and no certificate to show them.
    let hasNoCertificate: Bool

    /// No exchange.
    static let none = FederationFacts(
        hasUnknownCountry: false,
        hasSilentPartner: false,
        hasRefusedBatch: false,
        hasNoCertificate: false
    )
}

extension FitnessRule<CoronaWarnFacts> {
    /// The rules about the exchange of keys with other countries.
    static let federation = [
        FitnessRule(
            "small-batches",
            "a batch of few keys tells another country that few people uploaded",
            remedy: "federation.min-keys, federation.max-wait"
        ) {
            $0.services.contains(.federation) && $0.federation.mayShowFewKeys
        },
        FitnessRule(
            "federation-unknown",
            "keys wait for a country that has no partner",
            remedy: "avviso federation add, or federation.countries"
        ) {
            $0.exchange.hasUnknownCountry
        },
        FitnessRule(
            "federation-no-certificate",
            "partners give no batches to a server that shows no certificate",
            remedy: "federation.tls-certificate, federation.tls-key"
        ) {
            $0.exchange.hasNoCertificate
        },
        FitnessRule(
            "federation-silent",
            "a partner has not answered for a day, and its keys warn nobody here",
            remedy: "avviso federation list"
        ) {
            $0.exchange.hasSilentPartner
        },
        FitnessRule(
            "federation-refused",
            "a partner's batch was refused within a day, and its keys warn nobody here",
            remedy: "avviso federation batches"
        ) {
            $0.exchange.hasRefusedBatch
        },
    ]
}

extension CoronaWarnSystem {
    func federationFacts() async throws -> FederationFacts {
        let (store, now) = (try federationStore(), realm.clock.now())
        let oldest = now.advanced(bySeconds: -UnixTime.secondsPerDay)
        let partners = try await store.partners(now: now)
        let active = partners.filter { !$0.isPaused && federatedCountries.contains($0.partner.country) }
        return FederationFacts(
            hasUnknownCountry: !federatedCountries.isSubset(of: partners.map(\.partner.country)),
            hasSilentPartner: active.contains { $0.answered.map { $0 < oldest } ?? true },
            hasRefusedBatch: try await store.records().contains { $0.refusal != nil && $0.received >= oldest },
            hasNoCertificate: !active.isEmpty && settings.federation.certificateFile == nil
        )
    }
}
