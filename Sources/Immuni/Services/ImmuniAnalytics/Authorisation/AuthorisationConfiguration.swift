package import AnalyticsStores
package import ServiceKit

/// An authority's settings for the authorisation of analytics tokens.
package struct AuthorisationConfiguration: Sendable {
    package let policy: AuthorisationPolicy
    package let maxReadTime: Duration
    /// How many requests may wait.
    package let limits: AuthorisationLimits
    /// The developer's identifiers and key for Apple's server; nil if one of them is not set.
    package let apple: Apple?

    package struct Apple: Sendable {
        package let teamID: String
        package let keyID: String
        /// The path of the private key, PEM.
        package let keyFile: String
    }

    /// Scheme and authority of Apple's server.
    package let url: String
    /// Whether this is the server for published apps, and not one for development or tests.
    package var asksProduction: Bool { url == Self.productionURL }
    /// The path of the only trusted authorities, PEM; nil for those that the machine trusts.
    package let trustRootFile: String?
    package let timeout: Duration
    package let attempts: Int

    package init(_ settings: SettingsReader) throws(SettingsError) {
        policy = try settings.value(Self.policySetting)
        maxReadTime = try settings.value(Self.maxReadTimeSetting)
        limits = AuthorisationLimits(
            jobs: RequestedAuthorisation.maxJobCount,
            unproven: try settings.value(Self.maxUnprovenSetting)
        )
        let (team, key) = (try settings.value(Self.teamSetting), try settings.value(Self.keyIDSetting))
        if let team, let key, let file = try settings.value(Self.keySetting) {
            apple = Apple(teamID: team, keyID: key, keyFile: file)
        } else {
            apple = nil
        }
        url = try settings.value(Self.urlSetting)
        trustRootFile = try settings.value(Self.trustRootSetting)
        timeout = try settings.value(Self.timeoutSetting)
        attempts = try settings.value(Self.attemptsSetting)
    }

    private static let policySetting = Setting<AuthorisationPolicy>.choice(
        "analytics.apple.authorisation",
        default: .deviceCheck,
        summary: "The proof that an iPhone needs for its token; app-attest alone sets no monthly limit."
    )

    private static let maxReadTimeSetting = Setting.duration(
        "analytics.apple.max-read-time",
        default: .seconds(3),
        in: .milliseconds(100)...(.seconds(60)),
        summary: "The maximum wait between the first two reads of a device's bits; the check time follows from it."
    )

    private static let maxUnprovenSetting = Setting.integer(
        "analytics.apple.max-unproven",
        default: 5000,
        in: 100...RequestedAuthorisation.maxJobCount,
        summary:
            "The maximum number of waiting token requests that Apple has not confirmed; new ones displace the oldest."
    )

    private static let teamSetting = Setting.optionalText(
        "analytics.apple.team-id",
        summary: "The developer team at Apple; without team, key ID and key, DeviceCheck authorises no token."
    )

    private static let keyIDSetting = Setting.optionalText(
        "analytics.apple.key-id",
        summary: "The identifier of the DeviceCheck key at Apple."
    )

    private static let keySetting = Setting.optionalText(
        "analytics.apple.key",
        summary: "The PEM file of the DeviceCheck key (.p8)."
    )

    private static let productionURL = "https://api.devicecheck.apple.com"

    private static let urlSetting = Setting.text(
        "analytics.apple.url",
        default: productionURL,
        summary: "Apple's DeviceCheck server; for development https://api.development.devicecheck.apple.com."
    )

    private static let trustRootSetting = Setting.optionalText(
        "analytics.apple.trust-root",
        summary: "The PEM file of the authorities trusted for Apple's DeviceCheck server; by default the machine's."
    )

    private static let timeoutSetting = Setting.duration(
        "analytics.apple.timeout",
        default: .seconds(5),
        in: .milliseconds(100)...(.seconds(60)),
        summary: "The time limit of one call to Apple's DeviceCheck server."
    )

    private static let attemptsSetting = Setting.integer(
        "analytics.apple.attempts",
        default: 3,
        in: 1...10,
        summary: "The number of attempts before Apple's DeviceCheck server counts as unavailable."
    )

    package static let catalogue = SettingsCatalogue([
        .init(policySetting), .init(maxReadTimeSetting), .init(maxUnprovenSetting), .init(teamSetting),
        .init(keyIDSetting), .init(keySetting),
        .init(urlSetting), .init(trustRootSetting), .init(timeoutSetting), .init(attemptsSetting),
    ])
}
