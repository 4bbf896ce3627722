import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("A rule set")
struct RuleSetTests {
    @Test("has valid parameters by default", arguments: RuleSet.allCases)
    func published(rule: RuleSet) throws {
        let assessment = try rule.model().assess([], now: UnixTime(1_600_000_000))
        #expect(assessment.level == .none)
        #expect(assessment.explanation.score == 0)
    }

    @Test("reads its own published parameters from a configuration", arguments: RuleSet.allCases)
    func roundTrip(rule: RuleSet) throws {
        let configured = try rule.model(configuration: rule.publishedConfiguration())
        var generator = SeededGenerator(seed: 7)
        let matches = try (0..<4).map { _ in try SampleMatch.random(using: &generator) }
        let now = SampleWindow.today.startInUTC
        #expect(configured.assess(matches, now: now) == (try rule.model().assess(matches, now: now)))
    }

    private static let reasons = [
        ("", "the configuration is not JSON"), ("[]", "the configuration has a wrong type"),
        ("{", "the configuration is not JSON"), ("{}", "attenuationThresholdLow is missing"),
        (#"{"attenuationThresholdLow": "55"}"#, "attenuationThresholdLow has a wrong type"),
    ]

    @Test("refuses a configuration with the reason", arguments: reasons)
    func refusal(configuration: String, reason: String) {
        #expect(Self.error(of: .swissCovid, configuration)?.description == reason)
    }

    private static func error(of rule: RuleSet, _ configuration: String) -> RiskParameterError? {
        #expect(throws: RiskParameterError.self) { try rule.model(configuration: Array(configuration.utf8)) }
    }

    @Test("refuses an unknown reading of attenuation")
    func unknownScoring() throws {
        let published = String(decoding: try RuleSet.coronaWarnV1.publishedConfiguration(), as: UTF8.self)
        let changed = published.replacing("weighted-by-duration", with: "loudest")
        let error = Self.error(of: .coronaWarnV1, changed)
        #expect(error?.description == "exposureConfiguration.attenuationScoring has an unknown value")
    }

    @Test("reads Immuni's complete settings, and refuses a threshold that would mute it")
    func immuni() throws {
        let settings = """
            {"exposure_info_minimum_risk_score": MINIMUM, "teks_packet_size": 110000, "exposure_configuration": {
                "attenuation_thresholds": [50, 70], "attenuation_bucket_scores": [0, 0, 3, 3, 3, 3, 3, 3],
                "attenuation_weight": 1, "days_since_last_exposure_bucket_scores": [1, 1, 1, 1, 1, 1, 1, 1],
                "duration_bucket_scores": [0, 0, 0, 0, 5, 5, 5, 5],
                "transmission_risk_bucket_scores": [1, 1, 1, 1, 1, 1, 1, 1], "minimum_risk_score": 1}}
            """
        let valid = Array(settings.replacing("MINIMUM", with: "12").utf8)
        #expect(try RuleSet.immuni.model(configuration: valid) is ImmuniRule)
        let error = Self.error(of: .immuni, settings.replacing("MINIMUM", with: "16"))
        #expect(error?.description.contains("nobody could ever be notified") == true)
    }
}
