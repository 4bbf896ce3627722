import ExposurePrimitives
import GAENCore
import WireFormat

/// The largest upload that a phone may make under given limits. It shows whether `teks_packet_size` can hold it: if the
/// packet is too small, the phone leaves out Exposure Info.
public enum LargestUpload {
    /// The maximum size in bytes of the request line and all headers. Ours take about half; the rest is for longer host
    /// names and other clients' headers.
    public static let headSize = 1024

    /// The size in bytes of that request, head included, from the encoder that phones use.
    ///
    /// - Parameters:
    ///   - summaryCount: the number of Exposure Detection Summaries, not negative.
    ///   - infoCount: the number of Exposure Info in all summaries together, not negative; without a summary there is
    ///     none.
    public static func packetSize(summaryCount: Int, infoCount: Int) -> Int {
        // An element needs its own bytes and, from the second on, a comma. The number of commas is highest if one
        // summary has all infos.
        func list(_ count: Int, of element: Int) -> Int {
            count * element + max(count - 1, 0)
        }
        return headSize + emptySize + list(summaryCount, of: summarySize)
            + (summaryCount > 0 ? list(infoCount, of: infoSize) : 0)
    }

    private static let emptySize = UploadRequest(
        province: .abroad,
        keys: Array(repeating: key, count: UploadLimits.keysSent).compactMap { $0 },
        epidemiologicalInfo: EpidemiologicalInfo(summaries: [])
    ).exposedBody(padding: "").count

    private static let infoSize = info.json.encoded.count
    private static let summarySize = summary.json.encoded.count

    /// A key with an interval number of most digits, as long as seven are enough (until the year 2160).
    private static let key = try? TemporaryExposureKey(
        keyData: TemporaryExposureKey.KeyData(Array(repeating: 0, count: 16)),
        rollingStart: IntervalNumber(9_999_936),
        rollingPeriod: TemporaryExposureKey.rollingPeriods.upperBound
    )

    private static let day = CalendarDay(daysSinceEpoch: 20_000)

    /// Two thresholds make three ranges of Attenuation.
    private static let attenuationDurations = Array(repeating: UploadLimits.duration.upperBound, count: 3)

    private static let info = EpidemiologicalInfo.Info(
        date: day,
        duration: UploadLimits.duration.upperBound,
        attenuationValue: UploadLimits.attenuation.upperBound,
        attenuationDurations: attenuationDurations,
        transmissionRiskLevel: UploadLimits.transmissionRiskLevel.upperBound,
        totalRiskScore: UploadLimits.riskScore.upperBound
    )

    private static let summary = EpidemiologicalInfo.DetectionSummary(
        date: day,
        matchedKeyCount: UploadLimits.matchedKeyCount.upperBound,
        daysSinceLastExposure: UploadLimits.daysSinceLastExposure.upperBound,
        attenuationDurations: attenuationDurations,
        maximumRiskScore: UploadLimits.riskScore.upperBound,
        exposureInfo: []
    )
}
