import ExposurePrimitives

/// The limits of an upload. Both phone and server use them.
public enum UploadLimits {
    /// Keys that the server accepts: those of 14 days, doubled for days with two keys, and those of the present days.
    public static let keys = 0...30
    /// The maximum number of keys that our phone sends (Immuni Technology).
    public static let keysSent = 14
    /// Exposure Detection Summaries: six a day for fourteen days (setting `teks_max_summary_count`).
    public static let summaries = 0...84
    /// Exposure Info in the whole upload (setting `teks_max_info_count`).
    public static let infos = 0...600
    /// The maximum number of days before today of a summary or info: fourteen, and one for time zones.
    public static let daysOfInfo = 15
    public static let matchedKeyCount = 0...65_535
    public static let daysSinceLastExposure = 0...14
    /// Three ranges of Attenuation in the document, four from newer clients.
    public static let attenuationRanges = 3...4
    /// Seconds; thirty minutes.
    public static let duration = 0...1800
    public static let riskScore = 0...4096
    public static let attenuation = 0...255
    public static let transmissionRiskLevel = 0...8
    public static let countries = 0...27
    /// The maximum number of characters of padding.
    public static let paddingLength = 150_000
    /// Seconds by which a key may start after the server's present, once the phone's clock is corrected: two hours.
    public static let futureTolerance: Int64 = 2 * 3600
}
