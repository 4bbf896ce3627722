import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Corona-Warn's first rule")
struct CoronaWarnScoreRuleTests {
    /// The published parameters with a change.
    private static func changed(
        _ change: (inout CoronaWarnScoreRule.Parameters) -> Void
    ) -> CoronaWarnScoreRule.Parameters {
        var parameters = CoronaWarnScoreRule.Parameters.published
        change(&parameters)
        return parameters
    }

    private static let start = IntervalNumber(2_666_736)
    private static let now = start.start.advanced(bySeconds: 86_400)

    /// A key that was heard every five minutes, at an attenuation of 50 dB.
    private static func match(lastScan: Int64) throws -> Match {
        try SampleMatch.make(start: start, reports: stride(from: 0, through: lastScan, by: 300).map { ($0, -64) })
    }

    private static let combinedScores = [
        (0, 10, 0), (80, 10, 1.07), (128, 15, 2.56), (255, 30, 10.2), (128, 30, 5.12), (255, 40, 13.6),
        (64, 10, 0.85),
    ]

    /// The figures of Corona-Warn's own tests: weights 1, 0.5 and 0.5, divisor 25.
    @Test("combines durations and the maximum score, rounded to two decimals", arguments: combinedScores)
    func combined(maximum: Int, seconds: Int, score: Double) throws {
        let rule = try CoronaWarnScoreRule(
            Self.changed { ($0.attenuationBucketWeights, $0.riskScoreNormalizationDivisor) = ([1, 0.5, 0.5], 25) }
        )
        let durations = [seconds, seconds, seconds]
        #expect(rule.combined(maximumRiskScore: maximum, attenuationDurations: durations).value == score)
    }

    /// "20 min near at total score 40 with divisor 25 give 32; 30 min give 48": the document's example.
    @Test("agrees with the example of the documentation", arguments: [(1200, 32.0), (1800, 48)])
    func example(seconds: Int, score: Double) throws {
        let rule = try CoronaWarnScoreRule(Self.changed { $0.riskScoreNormalizationDivisor = 25 })
        #expect(rule.combined(maximumRiskScore: 40, attenuationDurations: [seconds, 0, 0]).value == score)
    }

    @Test("in its product form the greatest score decides alone, by its own classes")
    func product() throws {
        var parameters = CoronaWarnScoreRule.Parameters.published
        parameters.scoreForm = .product
        let rule = try CoronaWarnScoreRule(parameters)
        let combined = rule.combined(maximumRiskScore: 40, attenuationDurations: [600, 600, 600])
        #expect(combined.value == 40)
        #expect(combined.factors.map(\.value) == [40])
        // The greatest product is 80.
        for (end, isRefused) in [(80.0, false), (79, true)] {
            parameters.riskScoreClasses = [
                .init(riskLevel: 1, min: 0, max: 15), .init(riskLevel: 2, min: 15, max: end),
            ]
            #expect((try? CoronaWarnScoreRule(parameters)) == nil ? isRefused : !isRefused)
        }
    }

    @Test("judges a summary as it judges the matches behind it", arguments: CoronaWarnScoreRule.ScoreForm.allCases)
    func summary(form: CoronaWarnScoreRule.ScoreForm) throws {
        let rule = try CoronaWarnScoreRule(Self.changed { $0.scoreForm = form })
        let now = Self.now
        for minutes in [Int64(5), 10, 20] {
            let match = try Self.match(lastScan: minutes * 60)
            let whole = rule.assess([match], now: now)
            let seen = ExposureAssessment(of: [match], under: rule.configuration, now: now)
            for infos in [seen.infos, []] {
                let assessment = rule.assess(seen.summary, infos: infos, today: now.utcDay)
                #expect(assessment.level == whole.level)
                #expect(assessment.explanation.score == whole.explanation.score)
                #expect(assessment.days.map(\.date) == whole.days.map(\.date))
                #expect(assessment.days.map(\.score) == whole.days.map(\.score))
            }
        }
        let nothing = ExposureAssessment(of: [Match](), under: rule.configuration, now: now).summary
        #expect(rule.assess(nothing, infos: [], today: now.utcDay).days.isEmpty)
    }

    // Level 8 gives 8 × 2 × 5 × 1 = 80 points; minutes below 55 dB weigh 1.
    @Test("is high from 15 on", arguments: [(Int64(300), RiskLevel.low), (600, .high)])
    func levels(lastScan: Int64, level: RiskLevel) throws {
        let assessment = try RuleSet.coronaWarnV1.model().assess([Self.match(lastScan: lastScan)], now: Self.now)
        #expect(assessment.level == level)
        #expect(assessment.explanation.score == (level == .high ? 24 : 0))
    }

    @Test("has no level without an exposure")
    func nothing() throws {
        let assessment = try RuleSet.coronaWarnV1.model().assess([], now: UnixTime(1_600_000_000))
        #expect(assessment.level == .none)
        #expect(assessment.days.isEmpty)
    }

    @Test("refuses classes with a gap, and classes that end too early")
    func classes() throws {
        // Eighty points for thirty minutes at weight 1 and thirty at 0.5 give 72.
        for (low, high, isRefused) in [
            (0.0...15, 15.0...72, false), (0...15, 15...71.99, true), (0...14, 15...72, true), (0...16, 15...72, true),
            (1...15, 15...72, true), (0...73, 73...9999, true), (0...72, 72...9999, false),
        ] {
            let parameters = Self.changed {
                $0.riskScoreClasses = [(1, low), (2, high)].map { level, range in
                    .init(riskLevel: level, min: range.lowerBound, max: range.upperBound)
                }
            }
            #expect(((try? CoronaWarnScoreRule(parameters)) == nil) == isRefused, "\(low), \(high)")
        }
    }

    @Test("refuses impossible weights, offsets and divisors")
    func numbers() {
        let changes: [(inout CoronaWarnScoreRule.Parameters) -> Void] = [
            { $0.attenuationBucketWeights = [1, 0.5] }, { $0.attenuationBucketWeights = [1, 0.5, -1] },
            { $0.defaultBucketOffset = -1 }, { $0.riskScoreNormalizationDivisor = 0 },
            { $0.riskScoreNormalizationDivisor = .nan }, { $0.exposureConfiguration.minimumRiskScore = 5000 },
            { $0.exposureConfiguration.attenuationScores = [] },
            { $0.exposureConfiguration.durationAtAttenuationThresholds = [63, 55] },
        ]
        for change in changes {
            #expect(throws: RiskParameterError.self) { try CoronaWarnScoreRule(Self.changed(change)) }
        }
    }
}
