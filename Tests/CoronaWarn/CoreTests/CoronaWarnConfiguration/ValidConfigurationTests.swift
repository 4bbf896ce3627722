import CoronaWarnConfiguration
import RiskModels
import Testing

@Suite("Checking a configuration")
struct ValidConfigurationTests {
    /// The problems of the published configuration after a change.
    private func problems(_ change: (inout PhoneConfiguration) -> Void) -> [ConfigurationProblem] {
        var configuration = PhoneConfiguration.published(country: "DE")
        change(&configuration)
        do throws(InvalidConfiguration) {
            _ = try ValidConfiguration(configuration)
            return []
        } catch {
            return error.problems
        }
    }

    /// Whether a change is refused with a problem of this parameter.
    private func isRefused(_ parameter: String, _ change: (inout PhoneConfiguration) -> Void) -> Bool {
        problems(change).contains { $0.parameter.hasPrefix(parameter) && !$0.reason.isEmpty }
    }

    @Test("the published parameters are valid")
    func published() { #expect(problems { _ in }.isEmpty) }

    @Test("a list of scores has eight of 0 to 8")
    func scores() {
        for list: WritableKeyPath<ScoreParameters, [Int]> in [
            \.transmissionScores, \.durationScores, \.daysScores, \.attenuationScores,
        ] {
            #expect(isRefused("scores") { $0.scores[keyPath: list] = [1, 1, 1, 1, 1, 1, 1] })
            #expect(isRefused("scores") { $0.scores[keyPath: list] = [] })
            #expect(isRefused("scores") { $0.scores[keyPath: list][7] = 9 })
            #expect(isRefused("scores") { $0.scores[keyPath: list][0] = -1 })
            #expect(problems { $0.scores[keyPath: list][7] = 8 }.isEmpty)
        }
    }

    @Test("a zero that mutes is refused with the reason")
    func muting() {
        for (name, list) in [
            ("scores.durationScores", \ScoreParameters.durationScores), ("scores.daysScores", \.daysScores),
            ("scores.attenuationScores", \.attenuationScores),
        ] {
            let found = problems { $0.scores[keyPath: list][7] = 0 }
            #expect(found.contains { $0.parameter == name && $0.reason.contains("mute") })
        }
        #expect(isRefused("scores.transmissionScores") { $0.scores.transmissionScores = [0, 0, 0, 0, 0, 0, 0, 0] })
        #expect(isRefused("scores.transmissionScores") { $0.scores.transmissionScores = [1, 2, 3, 4, 5, 6, 7, 0] })
        #expect(isRefused("scores.durationScores") { $0.scores.durationScores = [0, 0, 0, 1, 0, 1, 1, 1] })
        #expect(isRefused("scores.attenuationWeights") { $0.scores.attenuationWeights = [0, 1, 1] })
        #expect(isRefused("scores") { $0.scores.normalizationDivisor = 0 })
        #expect(
            isRefused("scores.weights.days") {
                $0.scores.weights = .init(transmission: 1, duration: 1, days: 0, attenuation: 1)
            }
        )
        #expect(isRefused("windows") { $0.windows.minutesAtAttenuationWeights = [] })
        #expect(isRefused("windows.maxEncounterAgeInDays") { $0.windows.maxEncounterAgeInDays = 0 })
        #expect(isRefused("notifyFromMinutes") { $0.notifyFromMinutes = 0 })
        #expect(isRefused("fakesPerDay") { $0.fakesPerDay = ClosedSpan(min: 0, max: 0) })
    }

    @Test("weights are above 0 and at most 100")
    func weights() {
        for (weight, isRight) in [(0, false), (0.01, true), (100, true), (100.01, false), (.nan, false), (-1, false)] {
            let found = problems {
                $0.scores.weights = .init(transmission: weight, duration: 1, days: 1, attenuation: 1)
            }
            #expect(found.isEmpty == isRight, "\(weight)")
        }
    }

    @Test("classes leave no gap, do not overlap, and have no upper end")
    func classes() {
        func isRefusedWith(_ classes: [ScoreParameters.ScoreClass]) -> Bool {
            isRefused("scores") { $0.scores.classes = classes }
        }
        #expect(!isRefusedWith([.init(level: .low, min: 0, max: 15), .init(level: .high, min: 15, max: nil)]))
        // The bound that gave phones with long exposures no level.
        #expect(isRefusedWith([.init(level: .low, min: 0, max: 15), .init(level: .high, min: 15, max: 72)]))
        #expect(isRefusedWith([.init(level: .low, min: 0, max: 14), .init(level: .high, min: 15, max: nil)]))
        #expect(isRefusedWith([.init(level: .low, min: 0, max: 16), .init(level: .high, min: 15, max: nil)]))
        #expect(isRefusedWith([.init(level: .low, min: 1, max: 15), .init(level: .high, min: 15, max: nil)]))
        #expect(isRefusedWith([.init(level: .high, min: 0, max: 15), .init(level: .low, min: 15, max: nil)]))
        #expect(isRefusedWith([.init(level: .low, min: 0, max: nil)]))
        #expect(isRefusedWith([]))
        #expect(isRefusedWith([.init(level: .low, min: 0, max: 9000), .init(level: .high, min: 9000, max: nil)]))
    }

    @Test("the owner is notified from a score on that can occur")
    func notification() {
        // 64 (8 × 5 × 1 × 2 = 80 at most) times 45 weighted minutes, divided by 50.
        for (score, isRight) in [
            (0.1, true), (72, true), (72.01, false), (0, false), (.infinity, false), (.nan, false),
        ] {
            #expect(problems { $0.scores.notifyFromScore = score }.isEmpty == isRight, "\(score)")
        }
        for (minutes, isRight) in [(0.1, true), (2304, true), (2304.1, false), (.nan, false)] {
            #expect(problems { $0.notifyFromMinutes = minutes }.isEmpty == isRight, "\(minutes)")
        }
    }

    @Test("the filter that was split into two elements is refused")
    func misSplitFilter() {
        let nothing = ParameterRange(min: 0, max: 0)
        let attenuations = ParameterRange(min: 0, max: 73, maxExclusive: true)
        let minutes = ParameterRange(min: 0, max: 10, maxExclusive: true)
        let found = problems {
            $0.windows.minutesAtAttenuationFilters = [
                .init(attenuationRange: attenuations, dropIfMinutesInRange: nothing),
                .init(attenuationRange: nothing, dropIfMinutesInRange: minutes),
            ]
        }
        #expect(found.contains { $0.parameter == "windows" && $0.reason.contains("mute") })
        // The filter as it was meant.
        let meant = problems {
            $0.windows.minutesAtAttenuationFilters = [
                .init(attenuationRange: attenuations, dropIfMinutesInRange: minutes)
            ]
        }
        #expect(meant.isEmpty)
    }

    @Test("ranges of window levels leave no gap and do not overlap")
    func windowRanges() {
        func ranges(_ end: Double, _ start: Double, last: Double = 99_999) -> [CoronaWarnParameters.LevelRange] {
            [
                .init(normalizedTimeRange: ParameterRange(min: 5, max: end, maxExclusive: true), riskLevel: 1),
                .init(normalizedTimeRange: ParameterRange(min: start, max: last), riskLevel: 2),
            ]
        }
        let name = "windows.normalizedTimePerDayToRiskLevelMapping"
        #expect(problems { $0.windows.normalizedTimePerDayToRiskLevelMapping = ranges(9, 9) }.isEmpty)
        #expect(isRefused(name) { $0.windows.normalizedTimePerDayToRiskLevelMapping = ranges(8, 9) })
        #expect(isRefused(name) { $0.windows.normalizedTimePerDayToRiskLevelMapping = ranges(10, 9) })
        #expect(isRefused(name) { $0.windows.normalizedTimePerDayToRiskLevelMapping = ranges(9, 9, last: 999) })
    }

    @Test("the score for a notification is one that the selected form reaches")
    func scoreForms() {
        // The greatest product is 8 × 1 × 5 × 2. Half an hour in each near range makes 45 weighted minutes of it.
        for (calculation, max) in [(RiskCalculation.normalisedScore, 72.0), (.scoreProduct, 80), (.windows, 72)] {
            for (score, isRight) in [(max, true), (max + 0.01, false)] {
                let found = problems {
                    $0.riskCalculation = calculation
                    $0.scores.notifyFromScore = score
                }
                #expect(found.isEmpty == isRight, "\(calculation) \(score)")
            }
        }
    }

    @Test("single values have limits")
    func numbers() {
        for (path, min, max) in [(\PhoneConfiguration.downloadInterval, 3600, 86_400), (\.maxDetectionsPerDay, 1, 24)] {
            for (value, isRight) in [(min - 1, false), (min, true), (max, true), (max + 1, false)] {
                #expect(problems { $0[keyPath: path] = value }.isEmpty == isRight, "\(path) \(value)")
            }
        }
    }

    @Test("spans have limits, and go upwards")
    func spans() {
        for (name, path, limits) in [
            ("resultPolling", \PhoneConfiguration.resultPolling, 600...86_400), ("fakesPerDay", \.fakesPerDay, 1...24),
            ("pauseBetweenFakes", \.pauseBetweenFakes, 60...86_400),
        ] {
            let (low, high) = (limits.lowerBound, limits.upperBound)
            for (span, isRight) in [
                (ClosedSpan(min: low, max: high), true), (ClosedSpan(min: low - 1, max: high), false),
                (ClosedSpan(min: low, max: high + 1), false), (ClosedSpan(min: high, max: low), false),
                (ClosedSpan(min: high, max: high), true), (ClosedSpan(min: .min, max: .max), false),
            ] {
                let found = problems { $0[keyPath: path] = span }
                #expect(found.isEmpty == isRight && found.allSatisfy { $0.parameter == name }, "\(name) \(span)")
            }
        }
    }

    @Test("countries, numbers and revoked packages are well-formed")
    func texts() {
        for (countries, isRight) in [
            (["DE"], true), (["DE", "IT"], true), ([], false), (["DE", "DE"], false), (["de"], false), (["EUR"], false),
        ] {
            #expect(problems { $0.supportedCountries = countries }.isEmpty == isRight, "\(countries)")
        }
        for (number, isRight) in [
            ("+49 800 7540002", true), ("+123456", true), ("+12345", false), ("+123456789012345", true),
            ("+1234567890123456", false), ("0800 1", false), ("+49-800-754", false), ("", false),
        ] {
            let hotline = Hotline(purpose: .teleTAN, number: number)
            #expect(problems { $0.hotlines = [hotline] }.isEmpty == isRight, "\(number)")
        }
        let good = RevokedPackage(region: "DE", date: "2020-06-01", hour: 23, entityTag: "0a")
        #expect(problems { $0.revokedPackages = Array(repeating: good, count: 500) }.isEmpty)
        #expect(isRefused("revokedPackages") { $0.revokedPackages = Array(repeating: good, count: 501) })
        for (region, date, hour, tag) in [
            ("de", "2020-06-01", 1, "a"), ("DE", "2020-6-1", 1, "a"), ("DE", "2020-06-01", 24, "a"),
            ("DE", "2020-06-01", -1, "a"), ("DE", "2020-06-01", 1, ""), ("DE", "2020-06-01", 1, "\"a\""),
        ] {
            let package = RevokedPackage(region: region, date: date, hour: hour, entityTag: tag)
            #expect(isRefused("revokedPackages") { $0.revokedPackages = [package] })
        }
    }

    @Test("numbers that no message can hold are refused, and stop nothing")
    func extremes() {
        #expect(isRefused("scores") { $0.scores.minimumRiskScore = .max })
        #expect(isRefused("scores") { $0.scores.normalizationDivisor = .min })
        #expect(isRefused("scores") { $0.scores.classes[0] = .init(level: .low, min: .min, max: .max) })
        #expect(isRefused("windows") { $0.windows.maxEncounterAgeInDays = .max })
        #expect(
            isRefused("windows") { configuration in
                configuration.windows.transmissionRiskValueMapping.append(
                    .init(transmissionRiskLevel: .max, transmissionRiskValue: 1)
                )
            }
        )
        #expect(
            isRefused("windows") { configuration in
                configuration.windows.trlEncoding = .init(
                    infectiousnessOffsetStandard: .max,
                    infectiousnessOffsetHigh: .max,
                    reportTypeOffsetRecursive: .max,
                    reportTypeOffsetSelfReport: .max,
                    reportTypeOffsetConfirmedClinicalDiagnosis: .max,
                    reportTypeOffsetConfirmedTest: .max
                )
            }
        )
    }

    @Test("all problems are told at once")
    func several() {
        let found = problems {
            $0.downloadInterval = 1
            $0.supportedCountries = []
            $0.scores.daysScores = []
        }
        #expect(Set(found.map(\.parameter)).count == 3)
    }
}
