package import ImmuniAnalytics
package import ImmuniIngestion
import ExposurePrimitives
package import KeyPublication
package import Foundation
package import ImmuniPortal
package import ImmuniOTP
package import ServiceKit

/// Everything an operator can set for `avviso serve`, `publish` and `cleanup`.
package struct ServerSettings: Sendable {
    /// The folder of the databases, the OTP key and the chunks.
    package private(set) var dataFolder: URL
    /// The name of a built-in preset, or a file's path; nil when not set.
    package let preset: String?
    /// The folder of the questions and answers; nil when not set.
    package let questionFolder: String?
    /// The path of the export signing key, or of the folder of a key ring; nil when not set.
    package let signingKeyFile: String?
    /// The path of the key that signs settings and index; nil when they are not signed.
    package let messageSigningKeyFile: String?
    /// Whether a server without that key starts all the same.
    package let mayBeUnsigned: Bool
    /// Whether the operator says that a proxy ends TLS before the public listener.
    package let isPublicBehindProxy: Bool
    /// Whether others on this machine can read the token, because of where it is set.
    package let isTokenShared: Bool
    package let calendar: AuthorityCalendar
    package let host: HostConfiguration
    package let clock: ClockSettings
    package let logLevel: LogLevel
    package let otp: OTPConfiguration
    package let ingestion: IngestionConfiguration
    package let publication: PublicationConfiguration
    package let attestation: AttestationSettings
    package let reports: ReportsConfiguration
    package let analytics: AnalyticsConfiguration
    package let authorisation: AuthorisationConfiguration
    package let portal: PortalConfiguration

    package init(_ settings: SettingsReader) throws(SettingsError) {
        dataFolder = URL(fileURLWithPath: try settings.value(Self.dataSetting))
        preset = try settings.value(Self.presetSetting)
        questionFolder = try settings.value(Self.questionsSetting)
        signingKeyFile = try settings.value(Self.signingKeySetting)
        messageSigningKeyFile = try settings.value(Self.messageSigningKeySetting)
        mayBeUnsigned = try settings.value(Self.unsignedSetting)
        isPublicBehindProxy = try settings.value(Self.behindProxySetting)
        isTokenShared = Self.isShared(settings.origin(of: HostSettings.internalToken.name))
        calendar = try settings.value(Self.timeZoneSetting)
        host = try HostConfiguration(settings)
        clock = try ClockSettings(settings)
        logLevel = try settings.value(HostSettings.logLevel)
        otp = try OTPConfiguration(settings)
        ingestion = try IngestionConfiguration(settings)
        publication = try PublicationConfiguration(settings)
        attestation = try AttestationSettings(settings)
        reports = try ReportsConfiguration(settings)
        analytics = try AnalyticsConfiguration(settings)
        authorisation = try AuthorisationConfiguration(settings)
        portal = try PortalConfiguration(settings)
    }

    /// The same on another data folder.
    func on(_ folder: URL) -> ServerSettings {
        var copy = self
        copy.dataFolder = folder
        return copy
    }

    /// Command lines can be read by everybody on the machine, and so can some files.
    private static func isShared(_ origin: SettingOrigin) -> Bool {
        switch origin {
        case .commandLine: true
        case .file(let path): PrivateFile.access(to: path)?.keepsSecret(for: UInt32(geteuid())) == false
        case .environment, .default: false
        }
    }

    private static let dataSetting = Setting.text(
        "data",
        default: "avviso-data",
        summary: "The folder of the databases, the OTP key and the chunks."
    )

    private static let presetSetting = Setting.optionalText(
        "preset",
        summary: "The settings for the apps: the name of a built-in preset, or a file."
    )

    private static let questionsSetting = Setting.optionalText(
        "questions",
        summary: "The folder of faq-en.json and its kin, served under /docs/; with the preset demo there are some."
    )

    private static let signingKeySetting = Setting.optionalText(
        "signing-key",
        summary: "What signs exports: a PEM file (avviso keys generate) or a folder of keys (avviso keys init)."
    )

    private static let messageSigningKeySetting = Setting.optionalText(
        "message-signing-key",
        summary: "The PEM file of the key that signs settings and key index; needed by config and reporting."
    )

    private static let unsignedSetting = Setting.flag(
        "unsigned",
        default: false,
        summary: "Start without message-signing-key, so that settings and key index are not signed: for trying out."
    )

    private static let behindProxySetting = Setting.flag(
        "public.behind-proxy",
        default: false,
        summary: "A proxy or CDN in front of the public listener ends TLS: only avviso check wants to know."
    )

    private static let timeZoneSetting = Setting<AuthorityCalendar>(
        "time-zone",
        default: try? AuthorityCalendar(timeZone: "Europe/Rome"),
        summary: "Where the authority's days begin.",
        allowed: "a name of the IANA time zone database",
        parse: { try? AuthorityCalendar(timeZone: $0) },
        format: \.identifier
    )

    /// Every setting.
    package static let catalogue =
        SettingsCatalogue([
            .init(dataSetting), .init(presetSetting), .init(questionsSetting), .init(signingKeySetting),
            .init(messageSigningKeySetting), .init(unsignedSetting), .init(behindProxySetting), .init(timeZoneSetting),
        ]) + HostSettings.catalogue + ClockSettings.catalogue + OTPConfiguration.catalogue
        + IngestionConfiguration.catalogue
        + PublicationConfiguration.catalogue + AnalyticsConfiguration.catalogue + AttestationSettings.catalogue
        + AuthorisationConfiguration.catalogue + ReportsConfiguration.catalogue + PortalConfiguration.catalogue

    /// Variables beginning with `AVVISO_` that are no settings.
    package static let otherVariables: Set = ["AVVISO_VECTORS"]
}
