package import DeviceAttestation
package import ServiceKit

/// What an authority may decide about analytics.
package struct AnalyticsConfiguration: Sendable {
    /// Whole days after their own for which Operational and Epidemiological Info are kept.
    package let retentionDays: Int
    /// Time between two looks into the inbox.
    package let inboxPeriod: Duration
    /// What the attestation of an Android phone must rest on at least.
    package let googleTier: AttestationTier

    package init(_ settings: SettingsReader) throws(SettingsError) {
        retentionDays = try settings.value(Self.retentionSetting)
        inboxPeriod = try settings.value(Self.inboxPeriodSetting)
        googleTier = try settings.value(Self.googleTierSetting)
    }

    private static let retentionSetting = Setting.integer(
        "analytics.retention-days",
        default: 30,
        in: 1...365,
        unit: "days",
        summary: "How long Operational and Epidemiological Info are kept."
    )

    private static let inboxPeriodSetting = Setting.duration(
        "analytics.inbox-period",
        default: .seconds(60),
        in: .seconds(1)...(.seconds(3600)),
        summary: "Time between two transfers of Epidemiological Info from Exposure Ingestion's inbox."
    )

    private static let googleTierSetting = Setting<AttestationTier>.choice(
        "analytics.google.tier",
        default: .hardware,
        summary: "What the attestation of an Android phone must rest on at least."
    )

    package static let catalogue = SettingsCatalogue([
        .init(retentionSetting), .init(inboxPeriodSetting), .init(googleTierSetting),
    ])
}
