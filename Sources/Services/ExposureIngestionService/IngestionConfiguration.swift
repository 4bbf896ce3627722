package import ImmuniAPI
package import ServiceKit

/// What an authority may decide about uploads.
package struct IngestionConfiguration: Sendable {
    /// Which keys are published and with which transmission risk level.
    package let riskLevels: RiskLevelVector

    package init(_ settings: SettingsReader) throws(SettingsError) {
        riskLevels = try settings.value(Self.riskLevelsSetting)
    }

    private static let riskLevelsSetting = Setting<RiskLevelVector>(
        "ingestion.risk-levels",
        default: .immuni,
        summary: "Transmission risk level by days from the onset of symptoms; days left out are not published.",
        allowed: "day:level pairs between spaces, days -14 to 14, levels 0 to 8, for example \"-2:8 -1:8 0:8\"",
        parse: { try? RiskLevelVector(text: $0) },
        format: \.text
    )

    package static let catalogue = SettingsCatalogue([.init(riskLevelsSetting)])
}
