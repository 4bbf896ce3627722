import ClientKit
import CoronaWarnConfiguration
import ExposurePrimitives
import Foundation
import GAENCore
import RiskModels
import Testing

@testable import CoronaWarnClient

@Suite("The owner's exposures from the second calculation")
struct RiskHistoryTests {
    private static let now = SampleRisk.now
    private static let secondsPerDay = UnixTime.secondsPerDay

    @Test("exposures that do not count any more are in no explanation", arguments: [(9, 1), (10, 0)])
    func oldReasons(days: Int64, count: Int) throws {
        let parameters = try SampleRisk.parameters()
        var (history, _) = SampleRisk.history(.windows([SampleRisk.window(1, minutes: 60)]), parameters)
        let later = SampleRisk.now.advanced(bySeconds: days * UnixTime.secondsPerDay)
        #expect(history.finding?.current(on: later.utcDay).reasons.count == count)
        _ = history.record(.nothingNew, by: parameters, at: later)
        #expect(history.finding?.reasons.count == count, "the file forgets them")
    }

    @Test("a day has its level and its date, and windows their encounters")
    func levels() throws {
        for (minutes, level) in [(3, RiskLevel.none), (4, .low), (7, .low), (8, .high), (600, .high)] {
            let (history, _) = try SampleRisk.history(.windows([SampleRisk.window(2, minutes: minutes)]))
            #expect(history.level(on: SampleRisk.today) == level, "\(minutes) minutes")
            #expect(history.finding?.days.map(\.date) == (level == .none ? [] : [SampleRisk.day(2)]))
            let encounters = history.finding?.encounters
            #expect(encounters?.low == (level == .high ? 0 : 1))
            #expect(encounters?.high == (level == .high ? 1 : 0))
        }
    }

    @Test("exposures lose their weight with the configuration's age, without another detection")
    func ageing() throws {
        let (history, _) = try SampleRisk.history(.windows([SampleRisk.window(2, minutes: 20)]))
        #expect(history.level(on: SampleRisk.today.advanced(byDays: 8)) == .high)
        #expect(history.level(on: SampleRisk.today.advanced(byDays: 9)) == .none)
    }

    @Test("the threshold of the notification stands apart from the levels")
    func threshold() throws {
        let window = SampleRisk.window(1, minutes: 10)
        for (minutes, isNotified) in [(5.0, true), (12.8, true), (12.9, false)] {
            let parameters = try SampleRisk.parameters { $0.notifyFromMinutes = minutes }
            let (history, news) = SampleRisk.history(.windows([window]), parameters)
            #expect(news.isNotified == isNotified, "from \(minutes)")
            #expect(history.level(on: SampleRisk.today) == .high, "the level is the same")
        }
        let early = try SampleRisk.parameters { $0.notifyFromMinutes = 3 }
        let (history, news) = SampleRisk.history(.windows([SampleRisk.window(1, minutes: 3)]), early)
        #expect(news.isNotified, "also below the lowest level")
        #expect(history.level(on: SampleRisk.today) == .none)
    }

    @Test("the owner is notified of a new day, once, and of none before it")
    func notifications() throws {
        let parameters = try SampleRisk.parameters()
        var (history, news) = SampleRisk.history(.windows([SampleRisk.window(5, minutes: 20)]), parameters)
        #expect(news.isNotified)
        func record(_ days: [Int]) -> Bool {
            let windows = days.map { SampleRisk.window($0, minutes: 20) }
            return history.record(.windows(windows), by: parameters, at: Self.now).isNotified
        }
        let results = [record([5]), record([5, 8]), record([5, 8, 3]), record([5, 8, 3]), record([3, 2])]
        #expect(results == [false, false, true, false, true])
    }

    @Test("a notified day that is past lets later ones notify, also after the clock was wrong")
    func notificationsAfterWrongClock() throws {
        let parameters = try SampleRisk.parameters()
        let ahead = Self.now.advanced(bySeconds: 100 * Self.secondsPerDay)
        let scans = SampleRisk.window(0, minutes: 20).scanInstances
        let future = SampleRisk.window(on: ahead.utcDay, scans: scans)
        var (history, news) = SampleRisk.history(.windows([future]), parameters, at: ahead)
        #expect(news.isNotified)
        _ = history.record(.nothingNew, by: parameters, at: Self.now)
        news = history.record(.windows([SampleRisk.window(1, minutes: 20)]), by: parameters, at: Self.now)
        #expect(news.isNotified)
    }

    @Test("a change of level is one between low and high, and the first result is none")
    func changes() throws {
        let parameters = try SampleRisk.parameters()
        var (history, news) = SampleRisk.history(.windows([SampleRisk.window(5, minutes: 20)]), parameters)
        #expect(!news.levelChanged)
        func changes(_ windows: [ExposureWindow]) -> Bool {
            history.record(.windows(windows), by: parameters, at: Self.now).levelChanged
        }
        let results = [
            changes([SampleRisk.window(4, minutes: 20)]), changes([]), changes([SampleRisk.window(1, minutes: 5)]),
            changes([SampleRisk.window(1, minutes: 50)]),
        ]
        #expect(results == [false, true, false, true])
    }

    @Test("a detection without anything new keeps the finding and its time")
    func nothingNew() throws {
        let parameters = try SampleRisk.parameters()
        var (history, _) = SampleRisk.history(.windows([SampleRisk.window(1, minutes: 20)]), parameters)
        let finding = history.finding
        let later = Self.now.advanced(bySeconds: 3600)
        let news = history.record(.nothingNew, by: parameters, at: later)
        #expect(history.finding == finding && history.lastDetection == later)
        #expect(news == RiskHistory.News(isNotified: false, levelChanged: false))
    }

    @Test("why: every number of the score, day by day, from which it can be computed again")
    func reasons() throws {
        let windows = [
            SampleRisk.window(1, minutes: 10), SampleRisk.window(1, minutes: 3), SampleRisk.window(4, minutes: 2),
        ]
        let (history, _) = try SampleRisk.history(.windows(windows))
        let reasons = try #require(history.finding?.reasons)
        #expect(reasons.map(\.date) == [SampleRisk.day(1), SampleRisk.day(4)], "newest first")
        let first = try #require(reasons.first)
        #expect(first.unit == .minutes && first.exposures.count == 2)
        for reason in reasons {
            for exposure in reason.exposures {
                let sum = exposure.parts.reduce(0) { $0 + $1.amount * $1.weight }
                #expect(abs(exposure.factors.reduce(sum, *) / exposure.divisor - exposure.score) < 1e-9)
            }
            #expect(abs(reason.exposures.reduce(0) { $0 + $1.score } - reason.score) < 1e-9)
        }
        let parts = first.exposures.flatMap(\.parts).filter { $0.amount > 0 }
        #expect(parts.allSatisfy { $0.range == "[0.0, 63.0)" || $0.range == "[0, 63)" }, "\(parts)")
        #expect(history.finding?.combination == nil)
    }

    @Test("an exposure that does not count says why")
    func exclusions() throws {
        let parameters = try SampleRisk.parameters {
            $0.windows.trlFilters = [.init(dropIfTrlInRange: ParameterRange(min: 3, max: 3))]
        }
        let (day, scans) = (SampleRisk.day(1), SampleRisk.window(1, minutes: 60).scanInstances)
        let window = SampleRisk.window(on: day, report: .selfReport, infectiousness: .standard, scans: scans)
        let (history, _) = SampleRisk.history(.windows([window]), parameters)
        let exposure = try #require(history.finding?.reasons.first?.exposures.first)
        #expect(exposure.exclusion == .filteredByTransmissionRisk && exposure.score == 0)
        #expect(history.level(on: SampleRisk.today) == .none)
    }

    @Test("the file holds a history as it was")
    func file() throws {
        let (history, _) = try SampleRisk.history(.windows([SampleRisk.window(1, minutes: 20)]))
        #expect(try JSONDecoder().decode(RiskHistory.self, from: JSONEncoder().encode(history)) == history)
    }
}
