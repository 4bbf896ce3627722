import ImmuniAPI
package import KeyServerRules
package import ServiceKit

/// What an authority may decide about uploads.
package struct IngestionConfiguration: Sendable {
    /// Which keys are published and with which transmission risk level.
    package let riskLevels: RiskLevelVector
    /// Bytes that the body of a request must have, dummy or genuine; nil takes any.
    package let minBody: Int?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        riskLevels = try settings.value(Self.riskLevelsSetting)
        minBody = try settings.value(Self.minBodySetting)
    }

    /// What `teks_packet_size` must be at least, so that no phone's body is below ``minBody``; nil where any will do.
    package var minPacketSize: Int? { minBody.map { $0 + LargestUpload.headSize } }

    private static let riskLevelsSetting = Setting<RiskLevelVector>(
        "ingestion.risk-levels",
        default: .uniform,
        summary: "Transmission risk level by days from the onset of symptoms; days left out are not published.",
        allowed: "day:level pairs between spaces, days -14 to 14, levels 0 to 8, for example \"-2:8 -1:8 0:8\"",
        parse: { try? RiskLevelVector(text: $0) },
        format: \.text
    )

    private static let minBodySetting = Setting.optionalInteger(
        "ingestion.min-body",
        in: 1...UploadLimits.paddingLength - LargestUpload.headSize,
        unit: "bytes",
        summary: "Bodies with fewer bytes than phones send are refused, dummies too; at most teks_packet_size less "
            + "\(LargestUpload.headSize)."
    )

    package static let catalogue = SettingsCatalogue([.init(riskLevelsSetting), .init(minBodySetting)])
}
