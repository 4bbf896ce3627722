import ClientKit
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import RiskModels
import Testing

@testable import CoronaWarnClient

@Suite("The owner's exposures from the first calculation")
struct ScoreHistoryTests {
    private static func scores(
        by calculation: RiskCalculation = .normalisedScore,
        _ change: (inout PhoneConfiguration) -> Void = { _ in }
    ) throws -> RiskParameters {
        try SampleRisk.parameters { configuration in
            configuration.riskCalculation = calculation
            change(&configuration)
        }
    }

    private static func evidence(
        _ score: Int,
        _ minutes: [Int],
        daysAgo: Int = 1,
        keys: Int = 1,
        of slots: [PackageSlot] = []
    ) -> RiskHistory.Evidence {
        .summary(SampleRisk.summary(score: score, minutes: minutes, daysAgo: daysAgo, keys: keys), [], of: slots)
    }

    @Test("the document's example: twenty minutes at forty of twenty-five are 32, thirty are 48, and 15 warns")
    func documentExample() throws {
        let parameters = try Self.scores { $0.scores.normalizationDivisor = 25 }
        for (minutes, score) in [(20, 32.0), (30, 48.0), (5, 8.0), (9, 14.4), (10, 16.0)] {
            let (history, news) = SampleRisk.history(Self.evidence(40, [minutes, 0, 0]), parameters)
            #expect(history.finding?.combination?.score == score)
            #expect(news.isNotified == (score >= 15))
            #expect(history.level(on: SampleRisk.today) == (score >= 15 ? .high : .low))
        }
    }

    @Test("the two forms are selectable: the normalised one weighs minutes, the product does not")
    func forms() throws {
        let evidence = Self.evidence(40, [5, 5, 30])
        let (normalised, _) = SampleRisk.history(evidence, try Self.scores())
        #expect(normalised.finding?.combination?.score == 6)
        let (product, _) = SampleRisk.history(evidence, try Self.scores(by: .scoreProduct))
        #expect(product.finding?.combination?.score == 40 && product.level(on: SampleRisk.today) == .high)
        #expect(normalised.level(on: SampleRisk.today) == .low)
    }

    @Test("the product's levels and threshold are those of its own scores")
    func productThresholds() throws {
        let parameters = try Self.scores(by: .scoreProduct) {
            $0.scores.classes = [.init(level: .low, min: 0, max: 60), .init(level: .high, min: 60, max: nil)]
            $0.scores.notifyFromScore = 80
        }
        for (score, level, isNotified) in [(59, RiskLevel.low, false), (60, .high, false), (80, .high, true)] {
            let (history, news) = SampleRisk.history(Self.evidence(score, [10, 0, 0]), parameters)
            #expect(history.level(on: SampleRisk.today) == level)
            #expect(news.isNotified == isNotified)
        }
    }

    @Test("summaries of several detections count together, as one of all keys would")
    func combination() throws {
        let parameters = try Self.scores()
        var (history, news) = SampleRisk.history(Self.evidence(40, [10, 5, 0]), parameters)
        #expect(history.finding?.combination?.score == 10)
        #expect(!news.isNotified)
        news = history.record(Self.evidence(64, [10, 15, 30], daysAgo: 3), by: parameters, at: SampleRisk.now)
        // 20 + 10 weighted minutes, the greatest score 64, divided by 50.
        #expect(history.finding?.combination?.score == 38.4)
        #expect(news.isNotified)
        news = history.record(Self.evidence(64, [30, 30, 30]), by: parameters, at: SampleRisk.now)
        #expect(history.finding?.combination?.score == 57.6, "durations are capped as the framework caps them")
    }

    @Test("a key counts once if it comes with its hour and again with its day")
    func daysAfterHours() throws {
        let parameters = try Self.scores()
        let day = SampleRisk.day(1)
        let hours = (0..<4).map { PackageSlot.hour(PackageHour(day, $0)) }
        let summary = SampleRisk.summary(score: 40, minutes: [10, 0, 0])
        var (history, _) = SampleRisk.history(.summary(summary, [], of: hours), parameters)
        #expect(history.finding?.combination?.score == 8)
        #expect(!history.wantsInfos(of: summary, in: [.day(day)], by: parameters, at: SampleRisk.now))
        _ = history.record(.summary(summary, [], of: [.day(day)]), by: parameters, at: SampleRisk.now)
        #expect(history.finding?.combination?.score == 8, "the day has the keys of its hours once more")

        // Hours of two days came together. Nobody can tell which of them had the key, so the longer time counts.
        let both = [PackageSlot.hour(PackageHour(day.advanced(byDays: -1), 23)), .hour(PackageHour(day, 0))]
        (history, _) = SampleRisk.history(.summary(summary, [], of: both), parameters)
        _ = history.record(.summary(summary, [], of: [.day(day)]), by: parameters, at: SampleRisk.now)
        #expect(history.finding?.combination?.score == 16)
    }

    @Test("a summary of nothing changes nothing, and an old one is forgotten")
    func forgetting() throws {
        let parameters = try Self.scores()
        var (history, _) = SampleRisk.history(Self.evidence(64, [30, 0, 0], daysAgo: 10), parameters)
        #expect(history.level(on: SampleRisk.today) == .high)
        let nothing = Self.evidence(0, [0, 0, 0], daysAgo: 0, keys: 0)
        _ = history.record(nothing, by: parameters, at: SampleRisk.now)
        #expect(history.finding?.combination?.score == 38.4)
        let fourDays = SampleRisk.now.advanced(bySeconds: 4 * UnixTime.secondsPerDay)
        _ = history.record(.nothingNew, by: parameters, at: fourDays)
        #expect(history.level(on: fourDays.utcDay) == .high)
        let fiveDays = fourDays.advanced(bySeconds: UnixTime.secondsPerDay)
        _ = history.record(.nothingNew, by: parameters, at: fiveDays)
        #expect(history.level(on: fiveDays.utcDay) == .none)
    }

    @Test("the exposures are asked for only where the summary, with those before, notifies")
    func infos() throws {
        let parameters = try Self.scores()
        let (history, _) = SampleRisk.history(Self.evidence(40, [10, 5, 0]), parameters)
        func wants(_ score: Int, _ minutes: Int) -> Bool {
            let summary = SampleRisk.summary(score: score, minutes: [minutes, 0, 0])
            return history.wantsInfos(of: summary, in: [], by: parameters, at: SampleRisk.now)
        }
        #expect(!wants(40, 5))
        #expect(wants(40, 10), "22.5 weighted minutes together")
        #expect(!wants(0, 30))
        let windows = try SampleRisk.parameters()
        let high = SampleRisk.summary(score: 99, minutes: [30, 30, 30])
        #expect(!history.wantsInfos(of: high, in: [], by: windows, at: SampleRisk.now))
    }

    @Test("why: the exposures by day, and the last step with every number")
    func reasons() throws {
        let infos = [(1, 40), (1, 0), (6, 24)].map { daysAgo, score in
            ExposureInfo(
                date: SampleRisk.day(daysAgo),
                duration: 600,
                attenuationValue: 40,
                attenuationDurations: [600, 0, 0],
                transmissionRiskLevel: 6,
                totalRiskScore: score
            )
        }
        let summary = SampleRisk.summary(score: 40, minutes: [30, 0, 0], keys: 2)
        let (history, _) = SampleRisk.history(.summary(summary, infos, of: []), try Self.scores())
        let finding = try #require(history.finding)
        #expect(finding.reasons.map(\.date) == [SampleRisk.day(1), SampleRisk.day(6)])
        #expect(finding.reasons.map(\.score) == [40, 24])
        #expect(finding.reasons.first?.exposures.last?.exclusion == .belowMinimumScore)
        #expect(finding.days.map(\.level) == [.high, .high], "one level for all days that contributed")
        let combination = try #require(finding.combination)
        #expect(combination.factors == [40] && combination.divisor == 50)
        let parts = combination.parts.map { "\($0.range ?? "offset") \($0.amount) \($0.weight)" }
        #expect(parts == ["<55 30.0 1.0", "[55, 63) 0.0 0.5", ">=63 0.0 0.0", "offset 0.0 1.0"])
        #expect(finding.encounters == nil)
    }

    @Test("without exposures the day of the last one is known")
    func withoutInfos() throws {
        let (history, _) = SampleRisk.history(Self.evidence(20, [10, 0, 0], daysAgo: 4), try Self.scores())
        #expect(history.finding?.days.map(\.date) == [SampleRisk.day(4)])
        #expect(history.finding?.days.map(\.level) == [.low])
    }

    @Test("evidence of the other calculation, after a change of the configuration, is left out")
    func change() throws {
        let (scores, windows) = (try Self.scores(), try SampleRisk.parameters())
        var (history, _) = SampleRisk.history(.windows([SampleRisk.window(1, minutes: 60)]), windows)
        let finding = history.finding
        _ = history.record(.windows([]), by: scores, at: SampleRisk.now)
        #expect(history.finding == finding)
        _ = history.record(Self.evidence(1, [1, 0, 0]), by: windows, at: SampleRisk.now)
        #expect(history.finding == finding)
    }
}
