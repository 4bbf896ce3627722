import GAENCore

/// The contribution of one window to a daily summary.
struct WindowScore: Hashable, Sendable {
    let reportType: DiagnosisKey.ReportType
    /// Seconds in the four ranges of typical attenuation, nearest first.
    let seconds: [Int]
    /// Seconds, weighted by attenuation.
    let weightedDuration: Double
    /// The weighted duration, also weighted by report type and infectiousness.
    let score: Double
    /// Whether the score reaches the minimum; otherwise the window contributes nothing.
    let counts: Bool

    init(of window: ExposureWindow, under configuration: DailySummariesConfiguration) {
        reportType = window.reportType
        // If the clock was set back, the negative time must not reduce the rest of a window.
        seconds = window.scansForward.reduce(into: [0, 0, 0, 0]) {
            $0[configuration.bucket(of: $1.typicalAttenuation)] += $1.secondsSinceLastScan
        }
        weightedDuration = zip(seconds, configuration.attenuationBucketWeights).reduce(0) {
            $0 + Double($1.0) * $1.1
        }
        score =
            weightedDuration * configuration.weight(of: window.reportType)
            * configuration.weight(of: window.infectiousness)
        counts = score >= configuration.minimumWindowScore
    }
}
