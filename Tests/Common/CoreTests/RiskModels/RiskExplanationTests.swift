import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("An explanation")
struct RiskExplanationTests {
    private static let today = SampleWindow.today
    private static let now = today.startInUTC

    @Test("adds up to the score of every day, with every rule", arguments: RuleSet.allCases)
    func replay(rule: RuleSet) throws {
        let model = try rule.model()
        for seed in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let matches = try (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                try SampleMatch.random(using: &generator)
            }
            let assessment = model.assess(matches, now: Self.now)
            #expect(assessment.explanation.days.map(\.date) == assessment.days.map(\.date))
            #expect(assessment.explanation.days.map(Self.replayed) == assessment.days.map(\.score), "seed \(seed)")
        }
    }

    /// The sum of an explanation, computed again from its numbers alone.
    private static func replayed(_ day: RiskExplanation.Day) -> Double {
        let scores = day.contributions.map { contribution in
            guard contribution.exclusion == nil else {
                return 0.0
            }
            let sum = contribution.parts.reduce(0) { $0 + $1.amount * $1.weight }
            let value = contribution.factors.reduce(sum) { $0 * $1.value } / contribution.divisor
            return contribution.rounding == .whole ? (value + 0.5).rounded(.down) : value
        }
        return day.combination == .max ? scores.max() ?? 0 : scores.sorted().reduce(0, +)
    }

    @Test("gives the framework's own Total Risk Scores", arguments: [RuleSet.immuni, .immuniAndroid])
    func totalRiskScores(rule: RuleSet) throws {
        let immuni = try #require(try rule.model() as? ImmuniRule)
        for seed in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let matches = try (0..<5).map { _ in try SampleMatch.random(using: &generator) }
            let assessed = ExposureAssessment(of: matches, under: immuni.configuration, now: Self.now)
            let explained = immuni.assess(matches, now: Self.now)
            #expect(explained.explanation.score == Double(assessed.summary.maximumRiskScore))
            #expect(explained.mostRecentDay(of: .high) == immuni.lastDayOfRisk(in: assessed.infos))
            let infos = assessed.infos.map(\.totalRiskScore).sorted()
            let scores = explained.explanation.days.flatMap(\.contributions).map { Int($0.score) }.sorted()
            #expect(scores == infos)
        }
    }

    @Test("gives Corona-Warn's first score from the summary's numbers")
    func combined() throws {
        let rule = try CoronaWarnScoreRule(.published)
        for seed in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let matches = try (0..<5).map { _ in try SampleMatch.random(using: &generator) }
            let summary = ExposureAssessment(of: matches, under: rule.configuration, now: Self.now).summary
            let assessment = rule.assess(matches, now: Self.now)
            let minutes = Double(summary.attenuationDurations[0] + summary.attenuationDurations[1] / 2) / 60
            let exact = minutes * Double(summary.maximumRiskScore) / 50
            #expect(abs(assessment.explanation.score - exact) <= 0.005)
            #expect(assessment.days.map(\.score).max() ?? 0 == Double(summary.maximumRiskScore))
        }
    }

    @Test("equals the daily summaries to the last bit", arguments: [RuleSet.lfphNarrow, .lfphWide2020])
    func dailySummaries(rule: RuleSet) throws {
        let net = try #require(try rule.model() as? DailySummaryRule)
        for seed in 0..<100 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let windows = SampleWindow.random(using: &generator)
            let summaries = DailySummary.summaries(of: windows, under: net.configuration, today: Self.today)
            let days = net.assess(windows, today: Self.today).days
            #expect(days.map(\.date) == summaries.map(\.date).reversed())
            #expect(days.map(\.score) == summaries.map(\.daySummary.scoreSum).reversed(), "seed \(seed)")
        }
    }

    @Test("does not depend on the order of windows and scans, and neither does the score")
    func order() throws {
        for rule in [RuleSet.coronaWarn, .swissCovid, .lfphNarrow] {
            let model = try #require(try rule.model() as? any WindowRiskModel)
            for seed in 0..<100 {
                var generator = SeededGenerator(seed: UInt64(seed))
                let windows = SampleWindow.random(using: &generator)
                let shuffled = windows.shuffled(using: &generator).map {
                    SampleWindow.copy(of: $0, scans: $0.scanInstances.shuffled(using: &generator))
                }
                #expect(model.assess(shuffled, today: Self.today) == model.assess(windows, today: Self.today))
            }
        }
    }

    @Test("shows exposures that do not count, and why")
    func exclusions() throws {
        var parameters = DailySummaryRule.Parameters.wideNet
        parameters.minimumWindowScore = 300
        let windows = [299, 300].map { SampleWindow.make(attenuation: 60, seconds: $0, infectiousness: .high) }
        let day = try #require(DailySummaryRule(parameters).assess(windows, today: Self.today).explanation.days.first)
        #expect(day.contributions.map(\.exclusion) == [nil, .belowMinimumScore])
        #expect(day.contributions.map(\.value) == [300, 299])
        #expect(day.score == 300)
    }
}
