import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("SwissCovid's rule")
struct SwissCovidRuleTests {
    private static let today = SampleWindow.today

    @Test(
        "notifies of fifteen weighted minutes in a day, by the typical attenuation",
        arguments: [(54, 3, true), (54, 2, false), (55, 6, true), (55, 5, false), (62, 6, true), (63, 48, false)]
    )
    func limit(attenuation: Int, scans: Int, isHigh: Bool) throws {
        let windows = [SampleWindow.make(attenuation: attenuation, scans: scans)]
        #expect(try Self.assess(windows).level == (isHigh ? .high : .none))
    }

    @Test("counts whole minutes of each scan")
    func wholeMinutes() throws {
        let windows = [SampleWindow.make(attenuation: 40, scans: 20, seconds: 119)]
        #expect(try Self.assess(windows).days.map(\.score) == [20])
    }

    @Test("considers ten days", arguments: [(10, 1), (11, 0)])
    func age(age: Int, count: Int) throws {
        #expect(try Self.assess([SampleWindow.make(attenuation: 40, age: age)]).days.count == count)
    }

    private static func assess(_ windows: [ExposureWindow]) throws -> RiskAssessment {
        try SwissCovidRule(.published).assess(windows, today: today)
    }

    private static func rule(_ change: (inout SwissCovidRule.Parameters) -> Void) throws -> SwissCovidRule {
        var parameters = SwissCovidRule.Parameters.published
        change(&parameters)
        return try SwissCovidRule(parameters)
    }

    @Test("refuses impossible parameters and parameters that mute it")
    func refusals() {
        let changes: [(inout SwissCovidRule.Parameters) -> Void] = [
            { $0.attenuationThresholdLow = 63 }, { $0.attenuationThresholdMedium = 256 },
            { $0.attenuationFactorLow = -1 }, { $0.attenuationFactorLow = 2.6 }, { $0.attenuationFactorMedium = .nan },
            { $0.minDurationForExposure = 0 }, { $0.minDurationForExposure = 1441 },
            { $0.numberOfDaysToConsiderForExposure = 0 },
            { ($0.attenuationThresholdLow, $0.attenuationFactorMedium) = (0, 0) },
            { ($0.attenuationThresholdLow, $0.attenuationThresholdMedium, $0.attenuationFactorLow) = (149, 150, 0) },
        ]
        for change in changes {
            #expect(throws: RiskParameterError.self) { try Self.rule(change) }
        }
        // The last parameters that are possible: of the greatest attenuation, and of the least one.
        let limits: [(inout SwissCovidRule.Parameters) -> Void] = [
            { ($0.attenuationFactorLow, $0.minDurationForExposure) = (2.5, 3600) },
            { ($0.attenuationThresholdLow, $0.attenuationFactorMedium) = (1, 0) },
            { ($0.attenuationThresholdLow, $0.attenuationThresholdMedium, $0.attenuationFactorLow) = (148, 150, 0) },
        ]
        for change in limits {
            #expect(throws: Never.self) { try Self.rule(change) }
        }
    }
}

@Suite("The nets of Linux Foundation Public Health")
struct DailySummaryRuleTests {
    private static let today = SampleWindow.today

    private static let publishedWeights = [
        (DailySummaryRule.Parameters.narrowNet, [55: 1.75, 56: 1, 67: 1, 68: 0.33, 75: 0.33, 76: 0]),
        (.wideNet, [55: 2, 56: 1, 70: 1, 71: 0.25, 80: 0.25, 81: 0]),
        (.narrowNet2020, [55: 1.5, 56: 1, 63: 1, 64: 0.4, 70: 0.4, 71: 0]),
    ]

    /// Thresholds belong to the nearer range. The sample is ten minutes with a confirmed test on a day of high
    /// infectiousness.
    @Test("weigh attenuation as published", arguments: publishedWeights)
    func weights(parameters: DailySummaryRule.Parameters, weights: [Int: Double]) throws {
        let rule = try DailySummaryRule(parameters)
        for (attenuation, weight) in weights {
            let window = SampleWindow.make(attenuation: attenuation, scans: 2, infectiousness: .high)
            #expect(rule.assess([window], today: Self.today).days.map(\.score) == [600 * weight])
        }
    }

    @Test("report five weighted minutes, notify of 15", arguments: [(299, RiskLevel.none), (300, .low), (900, .high)])
    func levels(seconds: Int, level: RiskLevel) throws {
        let window = SampleWindow.make(attenuation: 60, seconds: seconds, infectiousness: .high)
        #expect(try DailySummaryRule(.wideNet).assess([window], today: Self.today).level == level)
    }

    @Test("read days since onset as published")
    func onset() throws {
        let narrow = try DailySummaryRule(.narrowNet).mapping
        let wide2020 = try DailySummaryRule(.wideNet2020).mapping
        for day in DiagnosisKeysDataMapping.days {
            for (mapping, high, standard) in [(narrow, -2...3, -4...5), (wide2020, -3...4, -5...9)] {
                let expected: Infectiousness =
                    high.contains(day) ? .high : standard.contains(day) ? .standard : .none
                #expect(mapping.infectiousness(daysSinceOnset: day) == expected, "\(day)")
            }
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
            #expect(throws: RiskParameterError.self) { try Self.rule(change) }
        }
        let limits: [(inout DailySummaryRule.Parameters) -> Void] = [
            { ($0.highFrom, $0.minimumWindowScore) = (2 * 86_400, 4200) },
            { ($0.attenuationBucketThresholds, $0.attenuationBucketWeights) = ([55, 70, 147], [0, 0, 0, 1]) },
        ]
        for change in limits {
            #expect(throws: Never.self) { try Self.rule(change) }
        }
    }

    private static func rule(_ change: (inout DailySummaryRule.Parameters) -> Void) throws -> DailySummaryRule {
        var parameters = DailySummaryRule.Parameters.wideNet
        change(&parameters)
        return try DailySummaryRule(parameters)
    }
}
