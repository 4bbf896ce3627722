import ImmuniAPI
package import KeyServerRules
package import ServiceKit

/// An authority's settings for uploads.
package struct IngestionConfiguration: Sendable {
    /// The keys that are published, and their transmission risk levels.
    package let riskLevels: RiskLevelVector
    /// The minimum bytes of a request's body, dummy or genuine; nil allows any.
    package let minBody: Int?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        riskLevels = try settings.value(Self.riskLevelsSetting)
        minBody = try settings.value(Self.minBodySetting)
    }

    /// The minimum of `teks_packet_size` with which no phone's body is below ``minBody``; nil allows any.
    package var minPacketSize: Int? { minBody.map { $0 + LargestUpload.headSize } }

    private static let riskLevelsSetting = Setting<RiskLevelVector>(
        "ingestion.risk-levels",
        default: .uniform,
        summary: "The transmission risk level by days from the onset of symptoms; other days are not published.",
        allowed: "day:level pairs separated by spaces, days -14 to 14, levels 0 to 8, for example \"-2:8 -1:8 0:8\"",
        parse: { try? RiskLevelVector(text: $0) },
        format: \.text
    )

    private static let minBodySetting = Setting.optionalInteger(
        "ingestion.min-body",
        in: 1...UploadLimits.paddingLength - LargestUpload.headSize,
        unit: "bytes",
        summary: "The minimum size of a request body, dummies included; at most teks_packet_size minus "
            + "\(LargestUpload.headSize)."
    )

    package static let catalogue = SettingsCatalogue([.init(riskLevelsSetting), .init(minBodySetting)])
}
