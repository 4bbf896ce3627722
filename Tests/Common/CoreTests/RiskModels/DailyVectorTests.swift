import ExposurePrimitives
import ExposureTesting
import RiskModels
import Testing

@Suite("The published daily vectors")
struct DailyVectorTests {
    private static let today = CalendarDay(daysSinceEpoch: 18_446)

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
            let expected = try vector.expected.map { try $0.value(today: today) }
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

    @Test("classify summaries the same")
    func classification() throws {
        let cases = try DailyVectors.load().classificationCases
        #expect(!cases.isEmpty)
        for vector in cases {
            let found = DailySummary.classification(
                of: try vector.summaries.map { try $0.value(today: Self.today) },
                among: vector.thresholds.map(\.value)
            )
            let described = found.map {
                DailyVectors.ClassificationCase.Expected(
                    index: $0.index,
                    dayOffset: $0.date.days(since: Self.today)
                )
            }
            #expect(described == vector.expected, "\(vector.id)")
        }
    }

    @Test("detect the same withdrawals")
    func revocation() throws {
        let cases = try DailyVectors.load().revocationCases
        #expect(!cases.isEmpty)
        for vector in cases {
            let revoked = DailySummary.showsRevocation(
                from: vector.previous.map { $0.value(today: Self.today) },
                to: vector.current.map { $0.value(today: Self.today) },
                thresholdDays: vector.thresholdDays,
                today: Self.today
            )
            #expect(revoked == vector.revocation, "\(vector.id)")
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
