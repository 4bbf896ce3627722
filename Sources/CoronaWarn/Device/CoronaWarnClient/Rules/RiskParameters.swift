import CoronaWarnConfiguration
import GAENCore
import RiskModels

/// The rule by which the phone judges exposures, with all its parameters, from the signed configuration alone.
struct RiskParameters: Hashable, Sendable {
    let rule: Rule
    /// What the framework needs for a detection.
    let framework: ExposureConfiguration
    /// The score of a day (windows) or of all exposures (scores) from which the owner is notified, whatever level is
    /// shown.
    let notifyFrom: Double

    enum Rule: Hashable, Sendable {
        case windows(CoronaWarnRule)
        case scores(CoronaWarnScoreRule)
    }

    /// - Throws: the first parameter that is impossible. A checked configuration has none.
    init(_ configuration: PhoneConfiguration) throws(RiskParameterError) {
        let form: CoronaWarnScoreRule.ScoreForm =
            configuration.riskCalculation == .scoreProduct ? .product : .normalised
        let scores = try configuration.scores.rule(attenuationScoring: .weightedByDuration, form: form)
        framework = scores.configuration
        switch configuration.riskCalculation {
        case .windows:
            rule = .windows(try CoronaWarnRule(configuration.windows))
            notifyFrom = configuration.notifyFromMinutes
        case .normalisedScore, .scoreProduct:
            rule = .scores(scores)
            notifyFrom = configuration.scores.notifyFromScore
        }
    }

    /// The days after which an exposure does not count any more.
    var maxAge: Int {
        switch rule {
        case .windows(let rule): rule.maxAge
        case .scores: Retention.days
        }
    }
}
