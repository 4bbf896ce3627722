public import ExposurePrimitives
public import GAENCore

/// Immuni's rule: a warning once any exposure's Total Risk Score reaches the threshold of the settings.
///
/// With the published configuration this means a mean attenuation of at most 63 dB for more than fifteen minutes. Every
/// other exposure has the score 0.
public struct ImmuniRule: Hashable, Sendable {
    /// `exposure_info_minimum_risk_score`: 12 on iOS, 20 on Android.
    public let minimumRiskScore: Int
    public let configuration: ExposureConfiguration

    /// - Throws: if the threshold is below the configuration's minimum, under which every score counts as 0, or above
    ///   the greatest score that the configuration can give.
    public init(minimumRiskScore: Int, configuration: ExposureConfiguration) throws(ExposureConfigurationError) {
        guard minimumRiskScore >= max(1, configuration.minimumRiskScore) else {
            throw .thresholdBelowMinimumScore(minimumRiskScore)
        }
        guard minimumRiskScore <= configuration.maxScore else {
            throw .thresholdBeyondMaxScore(minimumRiskScore, max: configuration.maxScore)
        }
        self.minimumRiskScore = minimumRiskScore
        self.configuration = configuration
    }

    /// Whether the app asks for the Exposure Info.
    public func isMet(by summary: ExposureDetectionSummary) -> Bool {
        summary.maximumRiskScore >= minimumRiskScore
    }

    /// The most recent day with an exposure that reaches the threshold; nil if there is none.
    public func lastDayOfRisk(in infos: some Sequence<ExposureInfo>) -> CalendarDay? {
        infos.filter { $0.totalRiskScore >= minimumRiskScore }.map(\.date).max()
    }
}

extension ImmuniRule {
    /// The risk as an app sees it, which gets the framework's exposures and no sightings.
    public func assess(_ infos: some Sequence<ExposureInfo>) -> RiskAssessment {
        RiskAssessment(RiskExplanation(unit: .points, days: RiskExplanation.Day.days(of: infos)), level: level)
    }

    private func level(of score: Double) -> RiskLevel { score >= Double(minimumRiskScore) ? .high : .none }
}

extension ImmuniRule: RiskModel {
    public func assess(_ matches: [Match], now: UnixTime) -> RiskAssessment {
        RiskAssessment(ExposureAssessment(of: matches, under: configuration, now: now).explanation, level: level)
    }
}
