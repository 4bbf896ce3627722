import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("SwissCovid's rule")
struct SwissCovidRuleTests {
    private static let today = SampleWindow.today

    @Test(
        "notifies of fifteen weighted minutes in a day, by the typical attenuation",
        arguments: [
            (54, 3, true), (54, 2, false), (55, 6, true), (55, 5, false), (62, 6, true), (63, 48, false),
        ]
    )
    func limit(attenuation: Int, scans: Int, isHigh: Bool) throws {
        let rule = try SwissCovidRule(.published)
        let assessment = rule.assess([SampleWindow.make(attenuation: attenuation, scans: scans)], today: Self.today)
        #expect(assessment.level == (isHigh ? .high : .none))
    }

    @Test("counts whole minutes of each scan")
    func wholeMinutes() throws {
        let windows = [SampleWindow.make(attenuation: 40, scans: 20, seconds: 119)]
        let assessment = try SwissCovidRule(.published).assess(windows, today: Self.today)
        #expect(assessment.days.map(\.score) == [20])
    }

    @Test("considers ten days", arguments: [(10, 1), (11, 0)])
    func age(age: Int, count: Int) throws {
        let windows = [SampleWindow.make(attenuation: 40, age: age)]
        #expect(try SwissCovidRule(.published).assess(windows, today: Self.today).days.count == count)
    }

    @Test("refuses impossible parameters and parameters that mute it")
    func refusals() {
        let changes: [(inout SwissCovidRule.Parameters) -> Void] = [
            { $0.attenuationThresholdLow = 63 }, { $0.attenuationThresholdMedium = 256 },
            { $0.attenuationFactorLow = -1 }, { $0.attenuationFactorLow = 2.6 }, { $0.attenuationFactorMedium = .nan },
            { $0.minDurationForExposure = 0 },
            { $0.minDurationForExposure = 1441 }, { $0.numberOfDaysToConsiderForExposure = 0 },
            { ($0.attenuationThresholdLow, $0.attenuationFactorMedium) = (0, 0) },
            { ($0.attenuationThresholdLow, $0.attenuationThresholdMedium, $0.attenuationFactorLow) = (149, 150, 0) },
        ]
        for change in changes {
            var parameters = SwissCovidRule.Parameters.published
            change(&parameters)
            #expect(throws: RiskParameterError.self) { try SwissCovidRule(parameters) }
        }
        // The last parameters that are possible: of the greatest attenuation, and of the least one.
        let limits: [(inout SwissCovidRule.Parameters) -> Void] = [
            { ($0.attenuationFactorLow, $0.minDurationForExposure) = (2.5, 3600) },
            { ($0.attenuationThresholdLow, $0.attenuationFactorMedium) = (1, 0) },
            { ($0.attenuationThresholdLow, $0.attenuationThresholdMedium, $0.attenuationFactorLow) = (148, 150, 0) },
        ]
        for change in limits {
            var parameters = SwissCovidRule.Parameters.published
            change(&parameters)
            #expect(throws: Never.self) { try SwissCovidRule(parameters) }
        }
    }
}

@Suite("The nets of Linux Foundation Public Health")
struct DailySummaryRuleTests {
    private static let today = SampleWindow.today

    /// Thresholds belong to the nearer range. The sample is ten minutes with a confirmed test on a day of high
    /// infectiousness.
    @Test(
        "weigh attenuation as published",
        arguments: [
            (DailySummaryRule.Parameters.narrowNet, [55: 1.75, 56: 1, 67: 1, 68: 0.33, 75: 0.33, 76: 0]),
            (.wideNet, [55: 2, 56: 1, 70: 1, 71: 0.25, 80: 0.25, 81: 0]),
            (.narrowNet2020, [55: 1.5, 56: 1, 63: 1, 64: 0.4, 70: 0.4, 71: 0]),
        ]
    )
    func weights(parameters: DailySummaryRule.Parameters, weights: [Int: Double]) throws {
        let rule = try DailySummaryRule(parameters)
        for (attenuation, weight) in weights {
            let window = SampleWindow.make(attenuation: attenuation, scans: 2, infectiousness: .high)
            #expect(rule.assess([window], today: Self.today).days.map(\.score) == [600 * weight])
        }
    }

    @Test(
        "report five weighted minutes and notify of fifteen",
        arguments: [(299, RiskLevel.none), (300, .low), (900, .high)]
    )
    func levels(seconds: Int, level: RiskLevel) throws {
        let window = SampleWindow.make(attenuation: 60, seconds: seconds, infectiousness: .high)
        #expect(try DailySummaryRule(.wideNet).assess([window], today: Self.today).level == level)
    }

    @Test("read days since onset as published")
    func onset() throws {
        let narrow = try DailySummaryRule(.narrowNet).mapping
        let wide2020 = try DailySummaryRule(.wideNet2020).mapping
        for day in DiagnosisKeysDataMapping.days {
            let isHigh = (-2...3).contains(day)
            let isStandard = [-4, -3, 4, 5].contains(day)
            #expect(
                narrow.infectiousness(daysSinceOnset: day)
                    == (isHigh ? .high : isStandard ? .standard : Infectiousness.none)
            )
            let wasHigh = (-3...4).contains(day)
            let wasStandard = (-5...9).contains(day)
            #expect(
                wide2020.infectiousness(daysSinceOnset: day)
                    == (wasHigh ? .high : wasStandard ? .standard : Infectiousness.none)
            )
        }
    }

    @Test("refuse impossible parameters and parameters that mute them")
    func refusals() {
        let changes: [(inout DailySummaryRule.Parameters) -> Void] = [
            { $0.lowFrom = 0 }, { $0.lowFrom = 901 }, { $0.highFrom = 2 * 86_400 + 1 }, { $0.highFrom = .nan },
            { $0.minimumWindowScore = 4201 }, { $0.daysSinceOnsetToInfectiousness = "0x0" },
            { $0.daysSinceOnsetToInfectiousness = "high" }, { $0.attenuationBucketWeights = [2, 1, 0.25] },
            { $0.confirmedTestWeight = 2.6 },
            { ($0.attenuationBucketThresholds, $0.attenuationBucketWeights) = ([55, 70, 148], [0, 0, 0, 1]) },
        ]
        for change in changes {
            var parameters = DailySummaryRule.Parameters.wideNet
            change(&parameters)
            #expect(throws: RiskParameterError.self) { try DailySummaryRule(parameters) }
        }
        var max = DailySummaryRule.Parameters.wideNet
        (max.highFrom, max.minimumWindowScore) = (2 * 86_400, 4200)
        #expect(throws: Never.self) { try DailySummaryRule(max) }
        var farthest = DailySummaryRule.Parameters.wideNet
        (farthest.attenuationBucketThresholds, farthest.attenuationBucketWeights) = ([55, 70, 147], [0, 0, 0, 1])
        #expect(throws: Never.self) { try DailySummaryRule(farthest) }
    }
}
