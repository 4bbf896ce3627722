import AssociationAPI
import AssociationService
import AttestationAssembly
package import CommonAssembly
import Foundation
import HeraldPayloads
import ServiceKit

/// The facts that the association's rules check.
struct AssociationFacts: Sendable {
    let settings: AssociationSettings
    let host: HostConfiguration
    /// All services of the process.
    let services: Set<ServiceName>
    /// Whether the data folder has a database of the association.
    let hasDatabase: Bool

    /// Whether the process has the authority.
    var isServed: Bool { settings.mode.hasAuthority && services.contains(.association) }
    /// Whether services of other systems run beside it.
    var isBesideOthers: Bool { !services.subtracting([.association, .portal]).isEmpty }
}

extension FitnessRule<AssociationFacts> {
    /// The rules that a set-up of the association must satisfy, in the order in which their findings are listed.
    static let all = [
        FitnessRule(
            "no-registration-proof",
            "anybody can register any number of phones, and invent contacts with them",
            remedy: "association.proof"
        ) { $0.isServed && $0.settings.proof == .none },
        FitnessRule(
            "test-registrations",
            "attestations that anybody can make count as phones",
            remedy: "association.test-evidence=false"
        ) { $0.isServed && $0.settings.proof == .attestation && $0.settings.attestation.takesTestEvidence },
        FitnessRule(
            "plain-proofs",
            "proofs of persons cross the network in clear",
            remedy: "association.proof-url with https"
        ) { $0.isServed && $0.settings.proof == .remote && $0.settings.proofService?.isPlain == true },
        FitnessRule(
            "shared-proof-token",
            "other users of this machine can read the value of association.proof-token",
            remedy: "AVVISO_ASSOCIATION_PROOF_TOKEN, or a file of mode 600"
        ) { $0.isServed && $0.settings.proof == .remote && $0.settings.isProofTokenShared },
        FitnessRule(
            "association-bodies",
            "phones with longer proofs, or all requests for attestations, are refused",
            remedy: "limits.body=\(RegistrationRequest.sizes.upperBound) or more"
        ) { $0.isServed && $0.host.limits.body < RegistrationRequest.sizes.upperBound },
        FitnessRule(
            "association-unused",
            remedy: "association.mode or association.proof, or without these settings"
        ) { facts in
            let names = facts.services.contains(.association) ? facts.settings.unusedNames : []
            return names.isEmpty ? nil : "settings without effect: \(names.joined(separator: ", "))"
        },
        FitnessRule(
            "association-partners-no-listener",
            "other authorities can deliver no contacts with phones of this one",
            remedy: "partner.address"
        ) { $0.isServed && $0.settings.partnersFile != nil && $0.host.partner == nil },
        FitnessRule(
            "association-partners-no-certificate",
            "other authorities take no contacts from a server that shows no certificate",
            remedy: "association.tls-certificate, association.tls-key"
        ) { $0.isServed && $0.settings.partnersFile != nil && !$0.settings.certificate.isSet },
        FitnessRule(
            "no-country",
            "phones name their country, and those of none register here",
            remedy: "association.country"
        ) { $0.isServed && $0.settings.authority.jurisdiction.country == 0 },
        FitnessRule(
            "no-attestations",
            "anybody with a radio can stand between two phones and learn who they are",
            remedy: "association.attestation=required"
        ) { $0.isServed && !$0.settings.authority.attestsIdentities },
        FitnessRule(
            "open-codes",
            "every program on this machine can issue codes for reports; strangers can too, through a proxy that hides "
                + "itself",
            remedy: "internal.token"
        ) { $0.isServed && $0.host.internalToken == nil && $0.host.internalTLS?.clientAuthority == nil },
        FitnessRule(
            "association-cover-off",
            "the time of an answer tells decoys from reports",
            remedy: "cover.floor, cover.tick"
        ) { $0.isServed && ($0.host.cover.schedule.floor == .zero || $0.host.cover.schedule.tick == .zero) },
        FitnessRule(
            "centralised-beside",
            "association.mode says that the authority is the only way to warn, and another system runs beside it",
            remedy: "association.mode=hybrid, or avviso serve association"
        ) { $0.isServed && $0.settings.mode == .centralised && $0.isBesideOthers },
        FitnessRule(
            "decentralised-alone",
            "association.mode opens no route, and no other service runs",
            remedy: "association.mode, or the names of other services"
        ) { !$0.settings.mode.hasAuthority && $0.services == [.association] },
        FitnessRule(
            "association-left",
            "no job deletes accounts and contacts of an earlier mode that are in the data folder",
            remedy: "delete association.sqlite* and association-index.sqlite*, or set association.mode"
        ) { !$0.settings.mode.hasAuthority && $0.services.contains(.association) && $0.hasDatabase },
    ]
}

extension AssociationSystem {
    package func findings(
        of services: Set<ServiceName>,
        served: RealmSettings
    ) async throws -> [FitnessFinding] {
        FitnessRule.all.findings(
            of: AssociationFacts(
                settings: settings,
                host: realm.settings.host,
                services: services,
                hasDatabase: Self.uses(served.dataFolder)
            )
        )
    }
}
