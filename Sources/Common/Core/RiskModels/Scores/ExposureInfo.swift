public import ExposurePrimitives

/// Exposure Info: the information on one exposure that an app may have ("Immuni's Technology", Exposure Info).
///
/// It holds no key, no identifier and no time of day.
public struct ExposureInfo: Codable, Hashable, Sendable {
    /// The UTC day of the exposure.
    public let date: CalendarDay
    /// The duration in seconds, in steps of five minutes, at most thirty minutes.
    public let duration: Int
    /// Mean attenuation in dB, at least 0.
    public let attenuationValue: Int
    /// Seconds below the first threshold, between the two if there are two, and from the last one on. Each is in steps
    /// of five minutes and at most thirty minutes.
    public let attenuationDurations: [Int]
    /// 0…8 as published with the key; 0 means "none given".
    public let transmissionRiskLevel: Int
    /// 0…4096.
    public let totalRiskScore: Int

    public init(
        date: CalendarDay,
        duration: Int,
        attenuationValue: Int,
        attenuationDurations: [Int],
        transmissionRiskLevel: Int,
        totalRiskScore: Int
    ) {
        self.date = date
        self.duration = duration
        self.attenuationValue = attenuationValue
        self.attenuationDurations = attenuationDurations
        self.transmissionRiskLevel = transmissionRiskLevel
        self.totalRiskScore = totalRiskScore
    }

    /// The longest duration that apps see, in seconds: thirty minutes.
    public static let longestDuration = 1800
}
