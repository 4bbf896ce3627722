import RiskModels

// The parameters of both risk calculations.
extension ConfigurationCheck {
    /// - Parameter form: of the scores that the classes are about.
    mutating func check(_ scores: ScoreParameters, form: CoronaWarnScoreRule.ScoreForm) {
        let before = problems.count
        // The later a bucket, the nearer, longer, newer or more infectious is the exposure.
        for (name, values) in [
            ("transmissionScores", scores.transmissionScores), ("durationScores", scores.durationScores),
            ("daysScores", scores.daysScores), ("attenuationScores", scores.attenuationScores),
        ] where Self.mutes(values) {
            add(
                "scores.\(name)",
                "mute an exposure that is worse than others: a 0 stands at the end or after another score"
            )
        }
        if scores.attenuationWeights.first == 0 {
            add("scores.attenuationWeights", "mute the nearest exposures: the first weight is 0")
        }
        let weights = scores.weights
        for (name, weight) in [
            ("transmission", weights.transmission), ("duration", weights.duration), ("days", weights.days),
            ("attenuation", weights.attenuation),
        ] where !(weight > 0 && weight <= 100) {
            add("scores.weights.\(name)", "is \(weight), not above 0 and up to 100")
        }
        if let last = scores.classes.last, let max = last.max {
            add("scores.classes", "end at \(max): the highest class needs an open upper bound")
        }
        if !(scores.notifyFromScore > 0 && scores.notifyFromScore.isFinite) {
            add("scores.notifyFromScore", "is \(scores.notifyFromScore), not above 0")
        }
        guard problems.count == before, Self.fitsWire(scores) else {
            if problems.count == before {
                add("scores", "have a number that does not fit into 32 bits")
            }
            return
        }
        checkRule(scores, form)
    }

    private static func mutes(_ values: [Int]) -> Bool {
        values.last == 0 || values.drop { $0 == 0 }.contains(0)
    }

    private mutating func checkRule(_ scores: ScoreParameters, _ form: CoronaWarnScoreRule.ScoreForm) {
        for scoring in AttenuationScoring.allCases {
            do throws(RiskParameterError) {
                let rule = try scores.rule(attenuationScoring: scoring, form: form)
                let durations = [Int](repeating: ExposureInfo.longestDuration, count: scores.attenuationWeights.count)
                let max = rule.combined(
                    maximumRiskScore: rule.configuration.maxScore,
                    attenuationDurations: durations
                ).value
                if scores.notifyFromScore > max {
                    add("scores.notifyFromScore", "is above \(max), the greatest possible score: nobody is notified")
                }
            } catch {
                add("scores", error)
            }
            guard problems.isEmpty else {
                return
            }
        }
    }

    mutating func check(_ windows: CoronaWarnParameters, notifyFrom minutes: Double) {
        do throws(RiskParameterError) {
            if let attenuation = try MutingProbe(windows).mutedAttenuation {
                add("windows", "mute a day near a patient at \(attenuation) dB: the filters drop it")
            }
        } catch {
            add("windows", error)
        }
        let weights = windows.minutesAtAttenuationWeights
        checkWeights(weights)
        let weight = weights.map(\.weight).max() ?? 0
        let value = windows.transmissionRiskValueMapping.map(\.transmissionRiskValue).max() ?? 0
        let max = 1440 * weight * value
        if !(minutes > 0 && minutes <= max) {
            add("notifyFromMinutes", "is \(minutes), not above 0 and up to \(max), which a day can reach")
        }
        let numbers =
            [
                windows.trlEncoding.infectiousnessOffsetStandard, windows.trlEncoding.infectiousnessOffsetHigh,
                windows.trlEncoding.reportTypeOffsetRecursive, windows.trlEncoding.reportTypeOffsetSelfReport,
                windows.trlEncoding.reportTypeOffsetConfirmedClinicalDiagnosis,
                windows.trlEncoding.reportTypeOffsetConfirmedTest, windows.maxEncounterAgeInDays ?? 0,
            ] + windows.transmissionRiskValueMapping.map(\.transmissionRiskLevel)
        if !numbers.allSatisfy({ Int32(exactly: $0) != nil }) {
            add("windows", "have a number that does not fit into 32 bits")
        }
        // Zero stands for a missing number in the message.
        if windows.maxEncounterAgeInDays == 0 {
            add("windows.maxEncounterAgeInDays", "is 0, which mutes every exposure before today")
        }
    }

    /// Minutes between two ranges, or before the first, count for nothing.
    private mutating func checkWeights(_ weights: [CoronaWarnParameters.AttenuationWeight]) {
        let name = "windows.minutesAtAttenuationWeights"
        for (weight, next) in zip(weights, weights.dropFirst())
        where !weight.attenuationRange.isFollowed(by: next.attenuationRange) {
            add(name, "leave a gap or overlap between \(weight.attenuationRange) and \(next.attenuationRange)")
        }
        if let nearest = weights.first, nearest.weight == 0 || nearest.attenuationRange.min > 0 {
            add(name, "mute the nearest exposures: a weight above 0 has to begin at 0 dB")
        }
    }

    private static func fitsWire(_ scores: ScoreParameters) -> Bool {
        let numbers =
            [scores.minimumRiskScore, scores.defaultBucketOffset, scores.normalizationDivisor]
            + scores.attenuationThresholds + scores.classes.flatMap { [$0.min, $0.max ?? 0] }
        return numbers.allSatisfy { Int32(exactly: $0) != nil }
    }
}
