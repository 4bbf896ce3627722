import ExposurePrimitives

/// Compares the reports of the last week with those before it (specification 1.14 d, v). Many reports that are each
/// below the limit of ``CrowdGate`` can warn a crowd together.
struct ReportChart: Hashable, Sendable {
    /// How many people a report of yesterday warned on average.
    let mean: Double
    /// Three standard errors above the usual mean.
    let limit: Double
    /// By how many standard errors the days of the week were above the usual mean, added up, less half of one for each
    /// day (one-sided CUSUM).
    let excess: Double

    /// Nil as long as too few reports are known, or yesterday had too few.
    ///
    /// - Parameter sizes: how many people the reports of each day warned.
    init?(_ sizes: [CalendarDay: [Int]], today: CalendarDay) {
        let week = today.advanced(byDays: -Self.days)
        let usual = sizes.filter { $0.key < week }.values.flatMap(\.self)
        guard usual.count >= CrowdGate.minReports,
            let yesterday = sizes[today.advanced(byDays: -1)], yesterday.count >= Self.minReports
        else {
            return nil
        }
        let usualMean = Self.mean(usual)
        let squares = usual.reduce(0) { $0 + (Double($1) - usualMean) * (Double($1) - usualMean) }
        // Reports that happen to be alike do not make the chart narrow: they vary as independent meetings at least.
        let variance = max(squares / Double(usual.count - 1), usualMean, 1)
        func error(_ reports: [Int]) -> Double {
            (variance * (1 / Double(reports.count) + 1 / Double(usual.count))).squareRoot()
        }
        mean = Self.mean(yesterday)
        limit = usualMean + Self.maxErrors * error(yesterday)
        var excess = 0.0
        for ago in (1...Self.days).reversed() {
            if let reports = sizes[today.advanced(byDays: -ago)], reports.count >= Self.minReports {
                excess = max(0, excess + (Self.mean(reports) - usualMean) / error(reports) - Self.allowance)
            }
        }
        self.excess = excess
    }

    var isUnusual: Bool { mean > limit || excess > Self.maxExcess }

    private static func mean(_ sizes: [Int]) -> Double {
        Double(sizes.reduce(0, +)) / Double(sizes.count)
    }

    private static let days = 7
    /// Of a day. The mean of fewer is not near enough to a normal distribution.
    private static let minReports = 20
    private static let maxErrors = 3.0
    private static let allowance = 0.5
    private static let maxExcess = 5.0
}
