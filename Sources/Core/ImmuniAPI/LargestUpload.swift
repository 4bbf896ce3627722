import ExposurePrimitives
import GAENCore

/// The largest upload that a phone may make under given limits, for checking that `teks_packet_size` can hold it: a
/// packet that is too small makes the phone leave Exposure Info behind.
public enum LargestUpload {
    /// Bytes that the request line and all headers take at most: ours take about half, the rest is for longer host names
    /// and other clients' headers.
    public static let headSize = 1024

    /// The size in bytes of that request, head included, from the encoder that phones use.
    ///
    /// - Parameters:
    ///   - summaryCount: Exposure Detection Summaries, not negative.
    ///   - infoCount: Exposure Info in all summaries together, not negative; without a summary there is none.
    public static func packetSize(summaryCount: Int, infoCount: Int) -> Int {
        let infos = Array(repeating: info, count: infoCount)
        // Where the infos stand makes a difference of separators alone: most are needed when they stand together.
        let summaries = (0..<summaryCount).map { summary(infos: $0 == 0 ? infos : []) }
        let request = UploadRequest(
            province: .abroad,
            keys: Array(repeating: key, count: UploadLimits.keysSent).compactMap { $0 },
            epidemiologicalInfo: EpidemiologicalInfo(summaries: summaries)
        )
        return headSize + request.exposedBody(padding: "").count
    }

    /// The interval number that has most digits, as long as seven are enough (until the year 2160).
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

    private static func summary(infos: [EpidemiologicalInfo.Info]) -> EpidemiologicalInfo.DetectionSummary {
        EpidemiologicalInfo.DetectionSummary(
            date: day,
            matchedKeyCount: UploadLimits.matchedKeyCount.upperBound,
            daysSinceLastExposure: UploadLimits.daysSinceLastExposure.upperBound,
            attenuationDurations: attenuationDurations,
            maximumRiskScore: UploadLimits.riskScore.upperBound,
            exposureInfo: infos
        )
    }
}
