public import ExposurePrimitives

/// Exposure Info: what an app may learn of one exposure ("Immuni's Technology", Exposure Info). It holds neither the
/// key nor an identifier nor the time of day.
public struct ExposureInfo: Codable, Hashable, Sendable {
    /// The UTC day of the exposure.
    public let date: CalendarDay
    /// In seconds, in steps of five minutes, at most thirty minutes.
    public let duration: Int
    /// Mean attenuation in dB, at least 0.
    public let attenuationValue: Int
    /// Seconds below the first threshold, between the two if there are two, and from the last one on, each in steps of
    /// five minutes and at most thirty minutes.
    public let attenuationDurations: [Int]
    /// 0…8 as published with the key; 0 stands for "none given".
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

    /// What apps are told of any duration, in seconds: thirty minutes at most.
    public static let longestDuration = 1800
}
