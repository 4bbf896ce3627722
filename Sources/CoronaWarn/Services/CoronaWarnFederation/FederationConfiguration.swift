import CoronaWarnAPI
package import DiagnosisKeyStores
import GAENCore
package import ServiceKit

/// An authority's settings for the exchange of keys with other countries.
package struct FederationConfiguration: Sendable {
    /// The PEM file of the key that signs batches; nil when not set.
    package let signingKeyFile: String?
    /// The PEM files with which this server shows partners who calls; nil when not set.
    package let certificateFile: String?
    package let certificateKeyFile: String?
    /// Keys of partners with fewer days since the onset are not taken; nil if all are.
    package let minOnsetDays: Int?
    private let minKeyCount: Int
    private let maxHeldRuns: Int?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        signingKeyFile = try settings.value(Self.signingKeySetting)
        certificateFile = try settings.value(Self.certificateSetting)
        certificateKeyFile = try settings.value(Self.certificateKeySetting)
        minOnsetDays = try settings.value(Self.minOnsetSetting)
        minKeyCount = try settings.value(Self.minKeysSetting)
        maxHeldRuns = try settings.value(Self.maxWaitSetting)
    }

    /// Whether a batch may have fewer keys than ten people upload.
    package var mayShowFewKeys: Bool { minKeyCount < Self.defaultMinKeys || maxHeldRuns != nil }

    /// The rules by which keys become batches.
    package var rules: ChunkRules {
        ChunkRules(
            maxKeyCount: FederationLimits.keys,
            minKeyCount: minKeyCount,
            maxHeldRuns: maxHeldRuns ?? .max,
            firstPeriod: 3600,
            retention: Retention.seconds
        )
    }

    private static let signingKeySetting = Setting.optionalText(
        "federation.signing-key",
        summary: "The PEM file of the key that signs batches for other countries; a key of its own."
    )

    private static let certificateSetting = Setting.optionalText(
        "federation.tls-certificate",
        summary: "The PEM file of the certificate that this server shows to partners when it asks for their batches."
    )

    private static let certificateKeySetting = Setting.optionalText(
        "federation.tls-key",
        summary: "The PEM file of that certificate's private key."
    )

    private static let minOnsetSetting = Setting.optionalInteger(
        "federation.min-onset-days",
        in: -14...14,
        unit: "days",
        summary: "Keys of partners with fewer days since the onset of symptoms are not taken; without it all are."
    )

    private static let minKeysSetting = Setting.integer(
        "federation.min-keys",
        default: defaultMinKeys,
        in: FederationLimits.minKeys,
        unit: "keys",
        summary: "With fewer keys for a country there is no batch, and they wait."
    )

    private static let maxWaitSetting = Setting.optionalInteger(
        "federation.max-wait",
        in: 0...336,
        unit: "runs",
        summary: "After this number of hourly runs a batch is made, however few keys there are; without it they wait."
    )

    package static let catalogue = SettingsCatalogue([
        .init(signingKeySetting), .init(certificateSetting), .init(certificateKeySetting), .init(minKeysSetting),
        .init(maxWaitSetting), .init(minOnsetSetting),
    ])

    /// Ten people with fourteen keys each, as for packages.
    private static let defaultMinKeys = 140
}
