import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Corona-Warn's second rule")
struct CoronaWarnRuleTests {
    private static let today = SampleWindow.today

    // TRL 5 (clinical, standard) counts 1.0; minutes below 63 dB weigh 0.8, from there to below 73 dB 1.0.
    @Test(
        "notifies from nine weighted minutes of a day on, and reports a low risk from five",
        arguments: [(239, RiskLevel.none), (300, .low), (539, .low), (540, .high)]
    )
    func levels(seconds: Int, level: RiskLevel) throws {
        #expect(try Self.assess([SampleWindow.make(seconds: seconds)]).level == level)
    }

    @Test(
        "uses the weight of the minimum attenuation, with the right range at each limit",
        arguments: [(0, 0.8), (62, 0.8), (63, 1), (72, 1), (73, 0.1), (78, 0.1), (79, 0)]
    )
    func weights(attenuation: Int, weight: Double) throws {
        let day = try #require(try Self.assess([SampleWindow.make(attenuation: attenuation, scans: 6)]).days.first)
        #expect(day.score == 30 * weight)
    }

    @Test("adds up windows of one day, not of two")
    func days() throws {
        let window = SampleWindow.make()
        #expect(try Self.assess([window, window]).level == .high)
        #expect(try Self.assess([window, SampleWindow.make(age: 2)]).level == .low)
    }

    @Test("counts encounters once if they could be with the same phone")
    func encounters() throws {
        let rule = try CoronaWarnRule(.published)
        let windows = [
            SampleWindow.make(), SampleWindow.make(attenuation: 40), SampleWindow.make(infectiousness: .high),
            SampleWindow.make(calibrationConfidence: .high), SampleWindow.make(age: 2), SampleWindow.make(scans: 6),
        ]
        #expect(rule.minimumDistinctEncounters(.low, in: windows, today: Self.today) == 4)
        #expect(rule.minimumDistinctEncounters(.high, in: windows, today: Self.today) == 1)
    }

    @Test("leaves out days more than ten days ago", arguments: [(10, 1), (11, 0)])
    func age(age: Int, count: Int) throws {
        #expect(try Self.assess([SampleWindow.make(age: age)]).days.count == count)
    }

    private static let encodedLevels = [
        (DiagnosisKey.ReportType.selfReport, 1, 0.6), (.selfReport, 2, 0.8), (.confirmedClinicalDiagnosis, 1, 1),
        (.confirmedClinicalDiagnosis, 2, 1.2), (.confirmedTest, 1, 1.4), (.confirmedTest, 2, 1.6),
    ]

    @Test("reads the transmission risk levels that its packages encode in other fields", arguments: encodedLevels)
    func packages(reportType: DiagnosisKey.ReportType, daysSinceOnset: Int, value: Double) throws {
        let match = try SampleMatch.make(
            start: IntervalNumber(clamping: Self.today.advanced(byDays: -1).startInUTC),
            reports: [(0, -50)],
            reportType: reportType,
            daysSinceOnset: daysSinceOnset
        )
        let assessment = try CoronaWarnRule(.published).assess([match], now: Self.today.startInUTC)
        #expect(assessment.explanation.days.flatMap(\.contributions).flatMap(\.factors).map(\.value) == [value])
    }

    @Test("drops windows by their whole minutes at an attenuation", arguments: [(659, true), (660, false)])
    func minutesFilter(seconds: Int, isDropped: Bool) throws {
        var parameters = CoronaWarnParameters.published
        let (near, short) = (ParameterRange(0..<73), ParameterRange(0...10))
        parameters.minutesAtAttenuationFilters = [.init(attenuationRange: near, dropIfMinutesInRange: short)]
        let windows = [SampleWindow.make(seconds: seconds)]
        let assessment = try CoronaWarnRule(parameters).assess(windows, today: Self.today)
        let exclusion = assessment.explanation.days.first?.contributions.first?.exclusion
        #expect(exclusion == (isDropped ? .filteredByMinutes : nil))
        #expect(assessment.level == (isDropped ? .none : .high))
    }

    @Test("drops windows by transmission risk level")
    func levelFilter() throws {
        var parameters = CoronaWarnParameters.published
        parameters.trlFilters = [.init(dropIfTrlInRange: ParameterRange(1...5))]
        let windows = [SampleWindow.make(scans: 2), SampleWindow.make(scans: 2, infectiousness: .high)]
        let day = try #require(CoronaWarnRule(parameters).assess(windows, today: Self.today).explanation.days.first)
        #expect(day.contributions.map(\.exclusion) == [nil, .filteredByTransmissionRisk])
        #expect(day.score == 12)
    }

    @Test("ignores backward steps of the clock")
    func clockSetBack() throws {
        let back = SampleWindow.make(seconds: -86_160)
        let window = SampleWindow.make(scans: 3)
        let both = SampleWindow.copy(of: window, scans: back.scanInstances + window.scanInstances)
        #expect(try Self.assess([both]).days == Self.assess([window]).days)
    }

    private static func assess(_ windows: [ExposureWindow]) throws -> RiskAssessment {
        try CoronaWarnRule(.published).assess(windows, today: today)
    }
}

@Suite("Corona-Warn's second rule refuses")
struct CoronaWarnParameterTests {
    @Test("a filter that drops everything")
    func mutingFilter() {
        Self.expectRefusal(naming: "nobody could ever be notified") {
            let (all, ever) = (ParameterRange(0...255), ParameterRange(0...9999))
            $0.minutesAtAttenuationFilters = [.init(attenuationRange: all, dropIfMinutesInRange: ever)]
        }
        Self.expectRefusal(naming: "nobody could ever be notified") {
            $0.trlFilters = [.init(dropIfTrlInRange: ParameterRange(0...8))]
        }
    }

    @Test("weights of attenuations that no phone can measure", arguments: [(148.0, false), (149, true)])
    func impossibleAttenuation(lowest: Double, isRefused: Bool) {
        var parameters = CoronaWarnParameters.published
        parameters.minutesAtAttenuationWeights = [.init(attenuationRange: ParameterRange(lowest...255), weight: 1)]
        #expect(((try? CoronaWarnRule(parameters)) == nil) == isRefused)
    }

    @Test("a filter that drops every level that keys can have")
    func impossibleLevel() {
        var parameters = CoronaWarnParameters.published
        parameters.trlFilters = [1, 3, 5, 7].map { .init(dropIfTrlInRange: ParameterRange($0...$0)) }
        #expect(throws: Never.self) { try CoronaWarnRule(parameters) }
        // Without days since onset, no level is even.
        #expect(throws: RiskParameterError.self) { try CoronaWarnRule(parameters, mapping: .standard) }
    }

    @Test("levels with a gap, an overlap, or a decrease")
    func gaps() {
        for (end, next) in [(8.0, 9.0), (10, 9)] {
            Self.expectRefusal(naming: "gap or overlaps") {
                $0.normalizedTimePerDayToRiskLevelMapping = [
                    Self.level(1, ParameterRange(5..<end)), Self.level(2, ParameterRange(next...99_999)),
                ]
            }
        }
        Self.expectRefusal(naming: "gives more time a lower level") {
            $0.normalizedTimePerDayToRiskLevelMapping = [
                Self.level(2, ParameterRange(0..<9)), Self.level(1, ParameterRange(9...99_999)),
            ]
        }
    }

    @Test("levels that end below the possible maximum, to the minute")
    func upperEnd() throws {
        // A day of 1440 minutes with weight 1 and value 1.6.
        for (end, isRefused) in [(2303.0, true), (2304, false)] {
            var parameters = CoronaWarnParameters.published
            parameters.normalizedTimePerDayToRiskLevelMapping = [Self.level(2, ParameterRange(9...end))]
            #expect(((try? CoronaWarnRule(parameters)) == nil) == isRefused)
        }
    }

    @Test("levels and weights that do not exist")
    func values() {
        Self.expectRefusal(naming: "neither 1 nor 2") {
            $0.normalizedTimePerEWToRiskLevelMapping = [Self.level(3, ParameterRange(0...9999))]
        }
        for weight in [-0.1, .nan, .infinity] {
            Self.expectRefusal(naming: "minutesAtAttenuationWeights.weight") {
                $0.minutesAtAttenuationWeights = [.init(attenuationRange: ParameterRange(0...63), weight: weight)]
            }
        }
        Self.expectRefusal(naming: "is empty") {
            $0.minutesAtAttenuationWeights = [.init(attenuationRange: ParameterRange(min: 63, max: 0), weight: 1)]
        }
        Self.expectRefusal(naming: "maxEncounterAgeInDays") { $0.maxEncounterAgeInDays = -1 }
    }

    @Test("transmission risk levels without a value")
    func missingValue() {
        Self.expectRefusal(naming: "has no value for level 8") { $0.transmissionRiskValueMapping.removeLast() }
    }

    @Test("a list whose items were split in two, as once happened")
    func splitFilter() throws {
        let published = String(decoding: try RuleSet.coronaWarn.publishedConfiguration(), as: UTF8.self)
        let split = published.replacing(
            "\"minutesAtAttenuationFilters\" : [\n\n  ]",
            with: """
                "minutesAtAttenuationFilters": [
                    {"attenuationRange": {"min": 0, "max": 73}}, {"dropIfMinutesInRange": {"min": 0, "max": 10}}
                ]
                """
        )
        #expect(split != published)
        let error = #expect(throws: RiskParameterError.self) {
            try RuleSet.coronaWarn.model(configuration: Array(split.utf8))
        }
        #expect(error?.description == "minutesAtAttenuationFilters.0.dropIfMinutesInRange is missing")
    }

    private static func level(_ level: Int, _ minutes: ParameterRange) -> CoronaWarnParameters.LevelRange {
        .init(normalizedTimeRange: minutes, riskLevel: level)
    }

    private static func expectRefusal(naming reason: String, _ change: (inout CoronaWarnParameters) -> Void) {
        var parameters = CoronaWarnParameters.published
        change(&parameters)
        let error = #expect(throws: RiskParameterError.self) { try CoronaWarnRule(parameters) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
}

extension ParameterRange {
    fileprivate init(_ range: ClosedRange<Double>) { self.init(min: range.lowerBound, max: range.upperBound) }

    fileprivate init(_ range: Range<Double>) {
        self.init(min: range.lowerBound, max: range.upperBound, maxExclusive: true)
    }
}
