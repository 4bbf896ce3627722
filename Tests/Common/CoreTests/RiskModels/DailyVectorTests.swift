import ExposurePrimitives
import RiskModels
import Testing

@Suite("The published daily vectors")
struct DailyVectorTests {
    @Test("give the same sums of windows, to a millionth")
    func summaries() throws {
        let cases = try DailyVectors.load().dailyCases
        #expect(!cases.isEmpty)
        for vector in cases {
            let today = CalendarDay(daysSinceEpoch: vector.todayDaysSinceEpoch)
            let summaries = DailySummary.summaries(
                of: try vector.windows.map { try $0.value() },
                under: try vector.config.value(),
                today: today
            )
            let expected = try vector.expected.map { try $0.value() }
            #expect(summaries.map(\.rounded) == expected.map(\.rounded), "\(vector.id)")
        }
    }

    @Test("refuse the same configurations")
    func validation() throws {
        let vectors = try DailyVectors.load()
        let base = try #require(vectors.dailyCases.first).config
        #expect(!vectors.configValidationCases.isEmpty)
        for vector in vectors.configValidationCases {
            #expect(!vector.isEmpty)
            let isValid = (try? vector.apply(to: base).value()) != nil
            #expect(isValid == vector.ok, "\(vector.change)")
        }
    }
}

extension DailySummary {
    /// Rounded to millionths, because the last bits depend on the order of additions.
    fileprivate var rounded: DailySummary {
        DailySummary(date: date, daySummary: daySummary.rounded, summaries: summaries.mapValues(\.rounded))
    }
}

extension ExposureSummaryItem {
    fileprivate var rounded: ExposureSummaryItem {
        let values = [maximumScore, scoreSum, weightedDurationSum].map { ($0 * 1e6).rounded() / 1e6 }
        return ExposureSummaryItem(maximumScore: values[0], scoreSum: values[1], weightedDurationSum: values[2])
    }
}
