package import DeviceAttestation
package import ServiceKit

/// An authority's settings for analytics.
package struct AnalyticsConfiguration: Sendable {
    /// The number of whole days for which Operational and Epidemiological Info are kept after their own day.
    package let retentionDays: Int
    /// The time between two checks of the inbox.
    package let inboxPeriod: Duration
    /// The minimum tier of an Android phone's attestation.
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
        summary: "The minimum tier of an Android phone's attestation."
    )

    package static let catalogue = SettingsCatalogue([
        .init(retentionSetting), .init(inboxPeriodSetting), .init(googleTierSetting),
    ])
}
