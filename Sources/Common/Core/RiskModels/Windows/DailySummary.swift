public import ExposurePrimitives
public import GAENCore

/// A summary of the exposure windows of one UTC day (second generation of the framework).
public struct DailySummary: Hashable, Sendable {
    public let date: CalendarDay
    /// The summary of the whole day. Its maximum is the greatest score of a single window.
    public let daySummary: ExposureSummaryItem
    /// The summaries by report type. Types without any contribution are left out.
    public let summaries: [DiagnosisKey.ReportType: ExposureSummaryItem]

    public init(
        date: CalendarDay,
        daySummary: ExposureSummaryItem,
        summaries: [DiagnosisKey.ReportType: ExposureSummaryItem]
    ) {
        self.date = date
        self.daySummary = daySummary
        self.summaries = summaries
    }
}

/// Scores in weighted seconds: fifteen minutes at weight 1 are 900.
public struct ExposureSummaryItem: Hashable, Sendable {
    /// The greatest score of a window.
    public let maximumScore: Double
    public let scoreSum: Double
    /// The sum of durations, weighted only by attenuation, not by report type and infectiousness.
    public let weightedDurationSum: Double

    public init(maximumScore: Double, scoreSum: Double, weightedDurationSum: Double) {
        self.maximumScore = maximumScore
        self.scoreSum = scoreSum
        self.weightedDurationSum = weightedDurationSum
    }

}

extension DailySummary {
    /// The summaries of `windows` as they stand on `today`, oldest day first.
    ///
    /// If no window of a day reaches the minimum, its summary has only zeros.
    public static func summaries(
        of windows: some Sequence<ExposureWindow>,
        under configuration: DailySummariesConfiguration,
        today: CalendarDay
    ) -> [DailySummary] {
        let counted = countedWindows(of: windows, under: configuration, today: today)
        return Dictionary(grouping: counted, by: \.date).sorted { $0.key < $1.key }.map { date, windows in
            DailySummary(date: date, scores: windows.map { WindowScore(of: $0, under: configuration) })
        }
    }

    /// The windows of a type that counts, on a day that is kept.
    static func countedWindows(
        of windows: some Sequence<ExposureWindow>,
        under configuration: DailySummariesConfiguration,
        today: CalendarDay
    ) -> [ExposureWindow] {
        windows.filter {
            DailySummariesConfiguration.countedReportTypes.contains($0.reportType)
                && configuration.keeps($0.date, today: today)
        }
    }

    private init(date: CalendarDay, scores: [WindowScore]) {
        let counted = scores.filter(\.counts)
        self.init(
            date: date,
            daySummary: ExposureSummaryItem(of: counted),
            summaries: Dictionary(grouping: counted, by: \.reportType).mapValues(ExposureSummaryItem.init)
                .filter { $0.value != .zero }
        )
    }
}

extension ExposureSummaryItem {
    fileprivate static let zero = ExposureSummaryItem(maximumScore: 0, scoreSum: 0, weightedDurationSum: 0)

    /// Windows come in a random order, and floating-point sums depend on it. They are therefore added in order of size.
    init(of scores: [WindowScore]) {
        let values = scores.map(\.score).sorted()
        self.init(
            maximumScore: values.last ?? 0,
            scoreSum: values.reduce(0, +),
            weightedDurationSum: scores.map(\.weightedDuration).sorted().reduce(0, +)
        )
    }
}
