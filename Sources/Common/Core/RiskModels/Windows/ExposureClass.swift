public import ExposurePrimitives
public import GAENCore

/// One of an authority's kinds of notice, with the thresholds for a day's summary.
public struct ExposureClass: Hashable, Sendable {
    /// The importance: a lower index is more important. The app shows the notice of the lowest class that any day
    /// reaches.
    public let index: Int
    /// Thresholds in weighted seconds; 0 means "not used". Reaching one is enough.
    public let thresholds: [Measure: Double]

    public init(index: Int, thresholds: [Measure: Double]) {
        self.index = index
        self.thresholds = thresholds
    }

    /// A value of a daily summary that can be compared with a threshold.
    public enum Measure: Hashable, Sendable {
        case scoreSum(of: DiagnosisKey.ReportType)
        case daySum
        case dayMaximum
        case weightedDuration

        public func value(in summary: DailySummary) -> Double {
            switch self {
            case .scoreSum(let type): summary.summaries[type]?.scoreSum ?? 0
            case .daySum: summary.daySummary.scoreSum
            case .dayMaximum: summary.daySummary.maximumScore
            case .weightedDuration: summary.daySummary.weightedDurationSum
            }
        }
    }

    public func isReached(by summary: DailySummary) -> Bool {
        thresholds.contains { measure, threshold in threshold > 0 && measure.value(in: summary) >= threshold }
    }
}

extension DailySummary {
    /// The most important of `classes` that a day reaches, with the newest such day; nil if none is reached.
    public static func classification(
        of summaries: some Sequence<DailySummary>,
        among classes: some Sequence<ExposureClass>
    ) -> (index: Int, date: CalendarDay)? {
        let summaries = Array(summaries)
        for candidate in classes.sorted(by: { $0.index < $1.index }) {
            if let date = summaries.filter(candidate.isReached).map(\.date).max() {
                return (candidate.index, date)
            }
        }
        return nil
    }

    /// Whether something was withdrawn between two detections: the score of a day no older than `thresholdDays`
    /// decreased, or the day disappeared.
    public static func showsRevocation(
        from previous: some Sequence<DailySummary>,
        to current: some Sequence<DailySummary>,
        thresholdDays: Int,
        today: CalendarDay
    ) -> Bool {
        let scores = Dictionary(current.map { ($0.date, $0.daySummary.scoreSum) }, uniquingKeysWith: max)
        return previous.contains { summary in
            today.days(since: summary.date) <= thresholdDays
                && scores[summary.date, default: 0] < summary.daySummary.scoreSum
        }
    }
}
