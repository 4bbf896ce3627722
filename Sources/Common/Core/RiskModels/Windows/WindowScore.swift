import GAENCore

/// One window's part in a daily summary.
struct WindowScore: Hashable, Sendable {
    let reportType: DiagnosisKey.ReportType
    /// Seconds in the four ranges of typical attenuation, nearest first.
    let seconds: [Int]
    /// Seconds, weighted by attenuation.
    let weightedDuration: Double
    /// Weighted by report type and infectiousness too.
    let score: Double
    /// Whether the score reaches the minimum; otherwise the window contributes nothing.
    let counts: Bool

    init(of window: ExposureWindow, under configuration: DailySummariesConfiguration) {
        reportType = window.reportType
        // A clock that was set back must not take away from the rest of a window.
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
