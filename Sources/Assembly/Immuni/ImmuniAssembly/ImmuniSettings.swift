package import AttestationAssembly
package import ImmuniAnalytics
package import ImmuniIngestion
package import ImmuniOTP
package import KeyPublication
package import ServiceKit

/// The operator's settings for Immuni's services, beside those of every system.
package struct ImmuniSettings: Sendable {
    /// The name of a built-in preset, or a file's path; nil when not set.
    package let preset: String?
    /// The folder of the questions and answers; nil when not set.
    package let questionFolder: String?
    package let otp: OTPConfiguration
    package let ingestion: IngestionConfiguration
    package let publication: PublicationConfiguration
    package let attestation: AttestationSettings
    package let reports: ReportsConfiguration
    package let analytics: AnalyticsConfiguration
    package let authorisation: AuthorisationConfiguration

    package init(_ settings: SettingsReader) throws(SettingsError) {
        preset = try settings.value(Self.presetSetting)
        questionFolder = try settings.value(Self.questionsSetting)
        otp = try OTPConfiguration(settings)
        ingestion = try IngestionConfiguration(settings)
        publication = try PublicationConfiguration(settings)
        attestation = try AttestationSettings(settings, .analytics)
        reports = try ReportsConfiguration(settings)
        analytics = try AnalyticsConfiguration(settings)
        authorisation = try AuthorisationConfiguration(settings)
    }

    private static let presetSetting = Setting.optionalText(
        "preset",
        summary: "The settings for the apps: the name of a built-in preset, or a file."
    )

    private static let questionsSetting = Setting.optionalText(
        "questions",
        summary: "The folder of faq-en.json, faq-it.json …, served under /docs/; the preset demo brings its own."
    )

    package static let catalogue =
        SettingsCatalogue([.init(presetSetting), .init(questionsSetting)])
        + OTPConfiguration.catalogue + IngestionConfiguration.catalogue + PublicationConfiguration.catalogue
        + AnalyticsConfiguration.catalogue + AttestationCatalogue.analytics.catalogue
        + AuthorisationConfiguration.catalogue + ReportsConfiguration.catalogue
}
