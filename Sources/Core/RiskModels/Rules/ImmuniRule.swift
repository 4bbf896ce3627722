public import ExposurePrimitives

/// When Immuni warns: once any exposure's Total Risk Score reaches the threshold of the settings.
///
/// With the published configuration this means a mean attenuation of at most 63 dB for more than fifteen minutes;
/// every other exposure scores 0.
public struct ImmuniRule: Hashable, Sendable {
    /// `exposure_info_minimum_risk_score`: 12 on iOS, 20 on Android.
    public let minimumRiskScore: Int
    public let configuration: ExposureConfiguration

    public init(minimumRiskScore: Int, configuration: ExposureConfiguration) {
        self.minimumRiskScore = minimumRiskScore
        self.configuration = configuration
    }

    /// Whether the app asks for the Exposure Info. A detection without any exposure never qualifies, whatever the
    /// threshold.
    public func isMet(by summary: ExposureDetectionSummary) -> Bool {
        summary.matchedKeyCount > 0 && summary.maximumRiskScore >= minimumRiskScore
    }

    /// The most recent day with an exposure that reaches the threshold; nil where none does.
    public func lastDayOfRisk(in infos: some Sequence<ExposureInfo>) -> CalendarDay? {
        infos.filter { $0.totalRiskScore >= minimumRiskScore }.map(\.date).max()
    }
}
