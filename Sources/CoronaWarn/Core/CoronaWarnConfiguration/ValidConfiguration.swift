import RiskModels

/// A configuration that was checked as a whole. Only such a configuration can become a message for phones.
public struct ValidConfiguration: Hashable, Sendable {
    public let configuration: PhoneConfiguration

    /// - Throws: everything that is wrong.
    public init(_ configuration: PhoneConfiguration) throws(InvalidConfiguration) {
        let problems = ConfigurationCheck(configuration).problems
        guard problems.isEmpty else {
            throw InvalidConfiguration(problems: problems)
        }
        self.configuration = configuration
    }
}

/// Collects what is wrong with a configuration.
struct ConfigurationCheck {
    private(set) var problems: [ConfigurationProblem] = []

    init(_ configuration: PhoneConfiguration) {
        check(configuration.scores)
        check(configuration.windows, notifyFrom: configuration.notifyFromMinutes)
        checkCountries(configuration.supportedCountries)
        for (name, value, range) in [
            ("downloadInterval", configuration.downloadInterval, Self.downloadIntervals),
            ("maxDetectionsPerDay", configuration.maxDetectionsPerDay, Self.detectionCounts),
        ] where !range.contains(value) {
            add(name, "is \(value), outside \(range.lowerBound)…\(range.upperBound)")
        }
        check(configuration.resultPolling, "resultPolling", Self.pollingPauses)
        check(configuration.fakesPerDay, "fakesPerDay", Self.fakeCounts)
        check(configuration.pauseBetweenFakes, "pauseBetweenFakes", Self.fakePauses)
        for hotline in configuration.hotlines where !Self.isNumber(hotline.number) {
            add("hotlines", "have a number that is no + with 6 to 15 digits and spaces: \(hotline.number.prefix(30))")
        }
        checkRevoked(configuration.revokedPackages)
    }

    // The limits of single values, in seconds and numbers.
    static let downloadIntervals = 3600...86_400
    /// 24 hours divided by the number are the pause between two detections.
    static let detectionCounts = 1...24
    static let pollingPauses = 600...86_400
    /// None would leave phones with a test alone on the network: the originals' zeros switched all fakes off.
    static let fakeCounts = 1...24
    static let fakePauses = 60...86_400

    private mutating func add(_ parameter: String, _ reason: String) {
        problems.append(ConfigurationProblem(parameter, reason))
    }

    private mutating func add(_ prefix: String, _ error: RiskParameterError) {
        add("\(prefix).\(error.parameter)", error.reason)
    }

    private mutating func check(_ span: ClosedSpan, _ name: String, _ range: ClosedRange<Int>) {
        if span.min > span.max {
            add(name, "goes from \(span.min) down to \(span.max)")
        } else if !range.contains(span.min) || !range.contains(span.max) {
            add(name, "is \(span.min)…\(span.max), outside \(range.lowerBound)…\(range.upperBound)")
        }
    }

    private mutating func checkCountries(_ countries: [String]) {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        if let country = countries.first(where: { $0.utf8.count != 2 || !$0.utf8.allSatisfy(capitals.contains) }) {
            add("supportedCountries", "have an element that is not two capitals: \(country.prefix(30))")
        }
        if countries.isEmpty || Set(countries).count != countries.count {
            add("supportedCountries", "are empty, or name a country twice")
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return text.hasPrefix("+") && (6...15).contains(digits.count)
            && text.utf8.dropFirst().count == digits.count + text.utf8.count { $0 == UInt8(ascii: " ") }
    }
}

// MARK: - Risk

extension ConfigurationCheck {
    private mutating func check(_ scores: ScoreParameters) {
        let before = problems.count
        // The last bucket of each is the nearest, the longest and the newest exposure.
        for (name, values, what) in [
            ("durationScores", scores.durationScores, "exposures of more than 30 minutes"),
            ("daysScores", scores.daysScores, "exposures of today and yesterday"),
            ("attenuationScores", scores.attenuationScores, "the nearest exposures"),
        ] where values.last == 0 {
            add("scores.\(name)", "mute \(what): the last score is 0")
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
        checkRule(scores)
    }

    private mutating func checkRule(_ scores: ScoreParameters) {
        for scoring in AttenuationScoring.allCases {
            do throws(RiskParameterError) {
                let rule = try scores.rule(attenuationScoring: scoring)
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

    private mutating func check(_ windows: CoronaWarnParameters, notifyFrom minutes: Double) {
        do throws(RiskParameterError) {
            if !MutingProbe.notifies(try CoronaWarnRule(windows)) {
                add("windows", "mute a day near a patient at the attenuations with the greatest weight")
            }
        } catch {
            add("windows", error)
        }
        let weight = windows.minutesAtAttenuationWeights.map(\.weight).max() ?? 0
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

    private static func fitsWire(_ scores: ScoreParameters) -> Bool {
        let numbers =
            [scores.minimumRiskScore, scores.defaultBucketOffset, scores.normalizationDivisor]
            + scores.attenuationThresholds + scores.classes.flatMap { [$0.min, $0.max ?? 0] }
        return numbers.allSatisfy { Int32(exactly: $0) != nil }
    }

    private mutating func checkRevoked(_ packages: [RevokedPackage]) {
        for package in packages where !package.isWellFormed {
            add(
                "revokedPackages",
                "have an element that names no package: \(package.region.prefix(3)) \(package.date.prefix(10))"
            )
        }
        if packages.count > Self.maxRevokedCount {
            add("revokedPackages", "are \(packages.count), more than \(Self.maxRevokedCount)")
        }
    }

    static let maxRevokedCount = 500
}
