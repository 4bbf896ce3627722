package import CoronaWarnAPI
package import CoronaWarnPackages
import CoronaWarnServing
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import ServiceKit

/// An authority's settings for packages.
package struct DistributionConfiguration: Sendable {
    package let life: PackageLife
    /// Keys of a package, at least.
    package let threshold: Int
    private let maxWait: Int?
    private let maxKeyCount: Int

    package init(_ settings: SettingsReader) throws(SettingsError) {
        life = PackageLife(
            days: try settings.value(Self.daysSetting),
            hourDays: try settings.value(Self.hourDaysSetting)
        )
        threshold = try settings.value(Self.thresholdSetting)
        maxWait = try settings.value(Self.maxWaitSetting)
        maxKeyCount = try settings.value(Self.maxKeyCountSetting)
    }

    /// Whether a package may have fewer keys than ten people upload.
    package var mayShowFewKeys: Bool { threshold < ShiftingPolicy.defaultThreshold || maxWait != nil }

    /// The rules of a region's sequence. Days follow hours: a key that gets its hour also gets the day of that hour.
    package func rules(of kind: PackageKind, in region: RegionCode) -> ChunkRules {
        switch kind {
        case .hour:
            ChunkRules(
                maxKeyCount: maxKeyCount,
                minKeyCount: threshold,
                maxHeldRuns: maxWait ?? .max,
                firstPeriod: kind.period,
                fixedPeriod: kind.period,
                followers: [PackageKind.day.sequence(of: region)],
                retention: Retention.seconds
            )
        case .day:
            ChunkRules(
                maxKeyCount: maxKeyCount,
                minKeyCount: 1,
                maxHeldRuns: 0,
                firstPeriod: kind.period,
                fixedPeriod: kind.period,
                leader: PackageKind.hour.sequence(of: region),
                retention: Retention.seconds
            )
        }
    }

    /// The days after a date at whose beginning its chunks leave, as its packages do.
    package func days(of kind: PackageKind) -> Int { kind == .hour ? life.hourDays : life.days }

    private static let daysSetting = Setting.integer(
        "distribution.days",
        default: 14,
        in: 1...14,
        unit: "days",
        summary: "A date's package leaves at the beginning of this day after it."
    )

    private static let hourDaysSetting = Setting.integer(
        "distribution.hour-days",
        default: 2,
        in: 1...14,
        unit: "days",
        summary: "A date's hourly packages leave at the beginning of this day after it, or earlier with their date."
    )

    private static let thresholdSetting = Setting.integer(
        "distribution.min-keys",
        default: ShiftingPolicy.defaultThreshold,
        in: 1...10_000,
        unit: "keys",
        summary: "An hour with fewer keys has an empty package, and its keys wait."
    )

    private static let maxWaitSetting = Setting.optionalInteger(
        "distribution.max-wait",
        in: 0...336,
        unit: "hours",
        summary: "After this time keys are published, however few they are; without it they wait for others."
    )

    private static let maxKeyCountSetting = Setting.integer(
        "distribution.max-keys",
        default: PackageKind.defaultMaxKeyCount,
        in: 1...PackageKind.defaultMaxKeyCount,
        unit: "keys",
        summary: "A package with more keys has several files."
    )

    package static let catalogue = SettingsCatalogue([
        .init(daysSetting), .init(hourDaysSetting), .init(thresholdSetting), .init(maxWaitSetting),
        .init(maxKeyCountSetting),
    ])
}
