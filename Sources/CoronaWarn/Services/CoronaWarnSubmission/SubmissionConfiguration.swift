package import CoronaWarnAPI
package import ServiceKit

/// An authority's settings for uploads.
package struct SubmissionConfiguration: Sendable {
    package let maxKeyCount: Int
    /// The maximum size of a body in bytes.
    package let maxBody: Int
    /// Each key is stored with this number of keys in all, of which one is genuine.
    package let multiplier: Int
    /// How exactly packages show levels.
    package let levels: LevelDetail
    /// The minimum level of keys that are published.
    package let minLevel: Int

    package init(_ settings: SettingsReader) throws(SettingsError) {
        maxKeyCount = try settings.value(Self.maxKeyCountSetting)
        maxBody = try settings.value(Self.maxBodySetting)
        multiplier = try settings.value(Self.multiplierSetting)
        levels = try settings.value(Self.levelsSetting)
        minLevel = try settings.value(Self.minLevelSetting)
    }

    private static let maxKeyCountSetting = Setting.integer(
        "submission.max-keys",
        default: CoronaWarnLimits.defaultKeyCount,
        in: CoronaWarnLimits.keyCounts,
        unit: "keys",
        summary: "Uploads with more keys are refused."
    )

    private static let maxBodySetting = Setting.integer(
        "submission.max-body",
        default: CoronaWarnLimits.defaultSubmissionBody,
        in: CoronaWarnLimits.submissionBodies,
        unit: "bytes",
        summary: "Uploads with a larger body are refused."
    )

    private static let multiplierSetting = Setting.integer(
        "submission.key-multiplier",
        default: 1,
        in: AcceptedKey.multipliers,
        summary: "How many keys are stored for each uploaded one, the others with random bytes; 1 for no more."
    )

    private static let levelsSetting = Setting.choice(
        "submission.levels",
        default: LevelDetail.exact,
        summary: "How packages show transmission risk levels: as they are, or in three classes."
    )

    private static let minLevelSetting = Setting.integer(
        "submission.min-level",
        default: SubmittedKey.transmissionRiskLevels.lowerBound,
        in: SubmittedKey.transmissionRiskLevels,
        summary: "Keys with a lower transmission risk level are not published, and not stored."
    )

    package static let catalogue = SettingsCatalogue([
        .init(maxKeyCountSetting), .init(maxBodySetting), .init(multiplierSetting), .init(levelsSetting),
        .init(minLevelSetting),
    ])
}

/// How exactly packages show levels.
package enum LevelDetail: String, Sendable, CaseIterable {
    case exact
    case coarse

    package var published: PublishedLevels {
        switch self {
        case .exact: .exact
        case .coarse: .coarse
        }
    }
}
