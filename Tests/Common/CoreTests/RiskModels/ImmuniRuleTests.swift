import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

/// The two variants of the published settings.
struct RuleVariant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let nearScore, threshold: Int

    static let all = [
        RuleVariant(testDescription: "iOS", nearScore: 3, threshold: 12),
        RuleVariant(testDescription: "Android", nearScore: 5, threshold: 20),
    ]

    func rule() throws -> ImmuniRule {
        let near = [0, 0] + [Int](repeating: nearScore, count: 6)
        let configuration = try SampleConfiguration.make(attenuation: near, duration: [0, 0, 0, 0, 5, 5, 5, 5])
        return try ImmuniRule(minimumRiskScore: threshold, configuration: configuration)
    }
}

@Suite("Immuni's rule")
struct ImmuniRuleTests {
    private static let start = IntervalNumber(2_666_736)

    @Test("warns of a mean attenuation of 63 dB and not of 64", arguments: RuleVariant.all)
    func attenuation(variant: RuleVariant) throws {
        #expect(try Self.warns(variant, attenuation: 63, lastScan: 900))
        #expect(try !Self.warns(variant, attenuation: 64, lastScan: 900))
    }

    @Test("warns of more than fifteen minutes", arguments: RuleVariant.all)
    func duration(variant: RuleVariant) throws {
        // 750 s between the scans and 300 s for the last are 17.5 minutes, which round down to 15.
        #expect(try !Self.warns(variant, attenuation: 50, lastScan: 750))
        #expect(try Self.warns(variant, attenuation: 50, lastScan: 751))
    }

    @Test("reports the day of the exposure and the document's score", arguments: RuleVariant.all)
    func day(variant: RuleVariant) throws {
        let rule = try variant.rule()
        let assessment = try Self.assessment(rule, attenuation: 50, lastScan: 900)
        #expect(rule.lastDayOfRisk(in: assessment.infos) == Self.start.start.utcDay)
        #expect(assessment.summary.maximumRiskScore == 5 * variant.nearScore)
        #expect((assessment.summary.daysSinceLastExposure, assessment.summary.matchedKeyCount) == (2, 1))
    }

    @Test("names no day if no exposure reaches the threshold, and requests nothing without a match")
    func none() throws {
        let rule = try #require(RuleVariant.all.first).rule()
        let far = try Self.assessment(rule, attenuation: 80, lastScan: 900)
        #expect(far.summary.matchedKeyCount == 1)
        #expect(rule.lastDayOfRisk(in: far.infos) == nil)
        let empty = ExposureAssessment(of: [], under: rule.configuration, now: Self.start.start)
        #expect(!rule.isMet(by: empty.summary))
    }

    @Test("refuses a threshold that every score reaches, and one that no score reaches")
    func thresholds() throws {
        let configuration = try #require(RuleVariant.all.first).rule().configuration
        #expect(configuration.maxScore == 15)
        for threshold in [1, 15] {
            let rule = try ImmuniRule(minimumRiskScore: threshold, configuration: configuration)
            #expect(rule.minimumRiskScore == threshold)
        }
        for (threshold, error) in [
            (0, ExposureConfigurationError.thresholdBelowMinimumScore(0)), (16, .thresholdBeyondMaxScore(16, max: 15)),
        ] {
            #expect(throws: error) { try ImmuniRule(minimumRiskScore: threshold, configuration: configuration) }
        }
    }

    @Test("refuses scores that only an exposure without any duration could have")
    func unreachableDuration() throws {
        for (scores, isRefused) in [([8, 0, 0, 0, 0, 0, 0, 0], true), ([0, 8, 0, 0, 0, 0, 0, 0], false)] {
            let configuration = try SampleConfiguration.make(duration: scores)
            let rule = try? ImmuniRule(minimumRiskScore: 8, configuration: configuration)
            #expect((rule == nil) == isRefused)
        }
    }

    private static func warns(_ variant: RuleVariant, attenuation: Int, lastScan: Int64) throws -> Bool {
        let rule = try variant.rule()
        return rule.isMet(by: try assessment(rule, attenuation: attenuation, lastScan: lastScan).summary)
    }

    /// One key, met from its start every five minutes until `lastScan` seconds, and detected two days later.
    private static func assessment(_ rule: ImmuniRule, attenuation: Int, lastScan: Int64) throws -> ExposureAssessment {
        let times = Array(stride(from: Int64(0), to: lastScan, by: 300)) + [lastScan]
        let match = try SampleMatch.make(start: start, reports: times.map { ($0, Int8(-14 - attenuation)) })
        let now = start.start.advanced(bySeconds: 2 * 86_400)
        return ExposureAssessment(of: [match], under: rule.configuration, now: now)
    }
}
