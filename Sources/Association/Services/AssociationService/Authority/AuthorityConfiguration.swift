package import AssociationPorts
package import HeraldPayloads
package import ServiceKit

/// An authority's settings.
package struct AuthorityConfiguration: Sendable {
    package let jurisdiction: Jurisdiction
    package let registrationLimits: RegistrationLimits
    package let codeLimits: CodeLimits
    /// Seconds for which a code is valid.
    package let codeLife: Int64
    /// How many people a report warns on average, as long as the authority knows too few reports.
    package let usualPeople: Int

    /// Whether the authority attests the identity keys of phones.
    package let attestsIdentities: Bool
    /// What phones report.
    package let reports: ReportForm
    /// Days without a poll after which an account ends.
    package let unusedDays: Int

    package init(_ settings: SettingsReader) throws(SettingsError) {
        jurisdiction = Jurisdiction(
            country: UInt16(clamping: try settings.value(Self.countrySetting)),
            state: UInt16(clamping: try settings.value(Self.stateSetting))
        )
        registrationLimits = RegistrationLimits(
            district: try settings.value(Self.registrationsSetting),
            everywhere: try settings.value(Self.allRegistrationsSetting)
        )
        codeLimits = CodeLimits(
            perOperator: try settings.value(Self.codesSetting),
            everybody: try settings.value(Self.allCodesSetting)
        )
        codeLife = try settings.value(Self.codeLifeSetting).components.seconds
        attestsIdentities = try settings.value(Self.attestationSetting) == .required
        reports = try settings.value(Self.reportsSetting)
        unusedDays = try settings.value(Self.unusedDaysSetting)
        usualPeople = try settings.value(Self.usualPeopleSetting)
    }

    /// Whether this authority decides about warnings, and so exchanges contacts with others.
    package var decides: Bool { reports == .validated }

    /// The names of settings that the others leave without effect.
    package var unusedNames: [String] { decides ? [] : [Self.usualPeopleSetting.name] }

    private static let countrySetting = Setting.integer(
        "association.country",
        default: 0,
        in: 0...999,
        summary: "The number of the authority's country in ISO 3166-1."
    )

    private static let stateSetting = Setting.integer(
        "association.state",
        default: 0,
        in: 0...65_535,
        summary: "The country's own number of the authority's state or region; 0 for the whole country."
    )

    private static let registrationsSetting = Setting.integer(
        "association.registrations-per-hour",
        default: 1000,
        in: 1...1_000_000,
        summary: "How many phones of one postal district can register within one hour."
    )

    private static let allRegistrationsSetting = Setting.integer(
        "association.all-registrations-per-hour",
        default: 50_000,
        in: 1...10_000_000,
        summary: "How many phones of all postal districts together can register within one hour."
    )

    // As many as the pause between two teleTANs of Corona-Warn's operators allows.
    private static let codesSetting = Setting.integer(
        "association.codes-per-hour",
        default: 120,
        in: 1...100_000,
        summary: "How many codes for reports one operator gets within one hour."
    )

    private static let allCodesSetting = Setting.integer(
        "association.all-codes-per-hour",
        default: 10_000,
        in: 1...1_000_000,
        summary: "How many codes for reports all operators together get within one hour."
    )

    private static let codeLifeSetting = Setting.duration(
        "association.code-life",
        default: .seconds(3 * 86_400),
        in: .seconds(3600)...(.seconds(7 * 86_400)),
        summary: "How long a code for a report can be used."
    )

    private static let usualPeopleSetting = Setting.integer(
        "association.usual-people",
        default: 10,
        in: 1...500,
        summary: "How many people a report warns on average, for the check for inflated reports: it learns from 100."
    )

    private static let attestationSetting = Setting.choice(
        "association.attestation",
        default: IdentityAttestations.required,
        summary: "Whether the authority attests identity keys; without, anybody can stand between two phones."
    )

    private static let reportsSetting = Setting.choice(
        "association.reports",
        default: ReportForm.validated,
        summary:
            "Whether phones report contacts that the authority validates, or boxes that only other phones can open."
    )

    private static let unusedDaysSetting = Setting.integer(
        "association.unused-days",
        default: 60,
        in: 30...3650,
        summary: "After how many days without a poll an account ends."
    )

    package static let catalogue = SettingsCatalogue([
        .init(countrySetting), .init(stateSetting), .init(registrationsSetting),
        .init(allRegistrationsSetting), .init(codesSetting), .init(allCodesSetting), .init(codeLifeSetting),
        .init(usualPeopleSetting),
        .init(attestationSetting), .init(reportsSetting), .init(unusedDaysSetting),
    ])
}

/// Whether identity keys of phones need an attestation of the authority.
enum IdentityAttestations: String, CaseIterable, Sendable {
    case required
    case off
}
