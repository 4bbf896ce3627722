package import DiagnosisKeyStores
import GAENCore
package import ServiceKit

/// An authority's choices about publication.
package struct PublicationConfiguration: Sendable {
    /// The time between two runs. Runs are at its multiples in UTC.
    package let period: Duration
    package let rules: ChunkRules
    package let region: String

    package init(_ settings: SettingsReader) throws(SettingsError) {
        period = try settings.value(Self.periodSetting)
        rules = ChunkRules(
            maxKeyCount: try settings.value(Self.maxKeyCountSetting),
            minKeyCount: try settings.value(Self.minKeyCountSetting),
            paddedKeyCount: try settings.value(Self.paddedKeyCountSetting),
            maxHeldRuns: Self.maxHeldRuns,
            firstPeriod: period.components.seconds,
            retention: Retention.seconds
        )
        region = try settings.value(Self.regionSetting)
    }

    /// The maximum number of runs that hold back keys below the minimum count.
    private static let maxHeldRuns = 3
}

// MARK: - Settings

extension PublicationConfiguration {
    private static let periodSetting = Setting.duration(
        "publication.period",
        default: .seconds(14_400),
        in: .seconds(1)...(.seconds(86_400)),
        summary: "Time between two publications, which happen at its multiples in UTC."
    )

    private static let maxKeyCountSetting = Setting.integer(
        "publication.max-key-count",
        formerly: "publication.greatest-key-count",
        default: 10_000,
        in: 1...500_000,
        unit: "keys",
        summary: "The maximum number of keys in one TEK Chunk; a run makes as many chunks as its keys need."
    )

    private static let minKeyCountSetting = Setting.integer(
        "publication.min-key-count",
        formerly: "publication.smallest-key-count",
        default: 1,
        in: 1...10_000,
        unit: "keys",
        summary: "If a run has fewer keys than this, they wait, for at most three runs."
    )

    private static let paddedKeyCountSetting = Setting.integer(
        "publication.padded-key-count",
        default: 0,
        in: 0...10_000,
        unit: "keys",
        summary: "A run with fewer keys than this is filled up with keys that belong to nobody; 0 for no padding."
    )

    private static let regionSetting = Setting.text(
        "publication.region",
        default: "222",
        summary: "The region named in export files: a mobile country code or ISO code."
    )

    package static let catalogue = SettingsCatalogue([
        .init(periodSetting), .init(maxKeyCountSetting), .init(minKeyCountSetting),
        .init(paddedKeyCountSetting), .init(regionSetting),
    ])
}
