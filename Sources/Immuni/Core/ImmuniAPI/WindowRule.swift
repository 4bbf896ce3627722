public import RiskModels

/// The setting with which an authority has phones judge exposure windows instead of Total Risk Scores.
///
/// Without it, phones use the scores, as the published apps do.
public struct WindowRule: Codable, Hashable, Sendable {
    public let name: Name
    /// The weighted minutes of a day from which the owner is warned, whatever level the rule gives.
    public let notifyFromMinutes: Double
    /// The parameters of ``Name/exposureWindows``.
    public let exposureWindows: CoronaWarnParameters?
    /// The parameters of ``Name/dailySummaries``.
    public let dailySummaries: DailySummaryRule.Parameters?

    public enum Name: String, Codable, Hashable, Sendable, CaseIterable {
        /// Normalised minutes of each day's windows, as Corona-Warn's second calculation.
        case exposureWindows = "exposure-windows"
        /// Weighted sums of each day, as the framework's daily summaries.
        case dailySummaries = "daily-summaries"
    }

    public init(
        name: Name,
        notifyFromMinutes: Double,
        exposureWindows: CoronaWarnParameters? = nil,
        dailySummaries: DailySummaryRule.Parameters? = nil
    ) {
        self.name = name
        self.notifyFromMinutes = notifyFromMinutes
        self.exposureWindows = exposureWindows
        self.dailySummaries = dailySummaries
    }

    /// A rule whose parameters were checked.
    public enum Checked: Hashable, Sendable {
        case exposureWindows(CoronaWarnRule)
        case dailySummaries(DailySummaryRule)
    }

    /// - Throws: the first parameter that is missing or impossible, and a threshold that no day can reach.
    public func checked() throws(RiskParameterError) -> Checked {
        let checked: Checked
        let max: Double
        switch name {
        case .exposureWindows:
            guard let exposureWindows else {
                throw RiskParameterError("exposure_windows", "is missing")
            }
            let rule = try CoronaWarnRule(exposureWindows)
            (checked, max) = (.exposureWindows(rule), rule.maxMinutesOfDay)
        case .dailySummaries:
            guard let dailySummaries else {
                throw RiskParameterError("daily_summaries", "is missing")
            }
            let rule = try DailySummaryRule(dailySummaries)
            (checked, max) = (.dailySummaries(rule), rule.maxSecondsOfDay / 60)
        }
        guard notifyFromMinutes > 0, notifyFromMinutes <= max else {
            throw RiskParameterError(
                "notify_from_minutes",
                "is \(notifyFromMinutes), not above 0 and up to \(max), which a day can reach"
            )
        }
        return checked
    }
}
