import AssociationService
import AttestationAssembly
import CommonAssembly
import DeviceAttestation
package import ServiceKit

/// The operator's settings for the association, beside those of every system.
package struct AssociationSettings: Sendable {
    package let mode: AssociationMode
    /// The path of the authority's agreement key; nil when not set.
    let keyFile: String?
    let proof: RegistrationProofKind
    let attestation: AttestationSettings
    /// The service that checks proofs of the kind `remote`; nil when not set.
    let proofService: RemoteService?
    let authority: AuthorityConfiguration
    /// The path of the list of authorities with which contacts are exchanged; nil when not set.
    let partnersFile: String?
    /// Shown to these authorities.
    let certificate: PartnerCertificate
    /// Whether other users of this machine can read the token for that service, because of where it is set.
    let isProofTokenShared: Bool
    /// The names of settings that somebody set, and that the mode or the proof leaves without effect.
    let unusedNames: [String]

    package init(_ settings: SettingsReader) throws(SettingsError) {
        mode = try settings.value(Self.modeSetting)
        keyFile = try settings.value(Self.keySetting)
        proof = try settings.value(Self.proofSetting)
        attestation = try AttestationSettings(settings, .association)
        proofService = try RemoteService(settings, .registrationProofs)
        authority = try AuthorityConfiguration(settings)
        partnersFile = try settings.value(Self.partnersSetting)
        certificate = PartnerCertificate(
            certificateFile: try settings.value(Self.certificateSetting),
            keyFile: try settings.value(Self.certificateKeySetting)
        )
        let tokenName = RemoteServiceSettings.registrationProofs.tokenName
        isProofTokenShared = RealmSettings.isShared(settings.origin(of: tokenName))
        unusedNames = Self.unusedNames(mode, proof, authority).filter { settings.origin(of: $0) != .default }
    }

    private static func unusedNames(
        _ mode: AssociationMode,
        _ proof: RegistrationProofKind,
        _ authority: AuthorityConfiguration
    ) -> [String] {
        guard mode.hasAuthority else {
            return catalogue.names.filter { $0 != modeSetting.name }
        }
        let attestation = proof == .attestation ? [] : AttestationCatalogue.association.catalogue.names
        let remote = proof == .remote ? [] : RemoteServiceSettings.registrationProofs.catalogue.names
        return attestation + remote + authority.unusedNames + (authority.decides ? [] : partnerSettings.names)
    }

    private static let modeSetting = Setting.choice(
        "association.mode",
        default: AssociationMode.decentralised,
        summary:
            "Whether there is a central authority: none, as the only way to warn, or beside another system."
    )

    private static let keySetting = Setting.optionalText(
        "association.key",
        summary: "The file of the authority's key, with which phones agree on their own (avviso association key)."
    )

    private static let proofSetting = Setting.choice(
        "association.proof",
        default: RegistrationProofKind.attestation,
        summary: "The proof that a registration needs; none is for trials only."
    )

    private static let partnersSetting = Setting.optionalText(
        "association.partners",
        summary: "The file with the authorities of other countries and states with which contacts are exchanged."
    )

    private static let certificateSetting = Setting.optionalText(
        "association.tls-certificate",
        summary: "The PEM file of the certificate that this server shows to these authorities."
    )

    private static let certificateKeySetting = Setting.optionalText(
        "association.tls-key",
        summary: "The PEM file of that certificate's private key."
    )

    private static let partnerSettings = SettingsCatalogue([
        .init(partnersSetting), .init(certificateSetting), .init(certificateKeySetting),
    ])

    package static let catalogue =
        SettingsCatalogue([
            .init(modeSetting), .init(keySetting), .init(proofSetting),
        ]) + partnerSettings
        + AttestationCatalogue.association.catalogue + RemoteServiceSettings.registrationProofs.catalogue
        + AuthorityConfiguration.catalogue
}

/// The proofs of registration that an authority can ask for.
enum RegistrationProofKind: String, CaseIterable, Sendable {
    /// An attestation of the phone's platform.
    case attestation
    /// A proof that a service of the deployment checks, such as a telephone number or a national identity.
    case remote
    /// No proof, for trials.
    case none
}

extension AttestationCatalogue {
    /// The attestations that prove a registration. SafetyNet has ended, and no app ever used it for this.
    static let association = AttestationCatalogue(
        "association",
        androidKinds: [.playIntegrity, .keyAttestation],
        consequence: "no Android phone can register"
    )
}

extension RemoteServiceSettings {
    /// The deployment's own service that checks proofs.
    static let registrationProofs = RemoteServiceSettings(
        "association.proof",
        server: "The service that checks proofs of registration, for association.proof=remote.",
        absence: "",
        token: "The bearer token that this service asks for."
    )
}
