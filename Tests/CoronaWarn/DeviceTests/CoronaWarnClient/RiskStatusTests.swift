import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The risk that is shown")
struct RiskStatusTests {
    private static let now = SampleRisk.now
    private static let day = UnixTime.secondsPerDay

    private static func tracing(since start: UnixTime? = now.advanced(bySeconds: -5 * day), until end: UnixTime? = nil)
        -> TracingHistory
    {
        var tracing = TracingHistory()
        if let start {
            tracing.changed(isActive: true, at: start)
        }
        if let end {
            tracing.changed(isActive: false, at: end)
        }
        return tracing
    }

    private static func history(_ windows: [(Int, Int)], at time: UnixTime = now) throws -> RiskHistory {
        let windows = windows.map { SampleRisk.window($0, minutes: $1) }
        return SampleRisk.history(.windows(windows), try SampleRisk.parameters(), at: time).0
    }

    private static func status(
        _ history: RiskHistory,
        _ tracing: TracingHistory = tracing(),
        needsDay: Bool = false,
        at time: UnixTime = now
    ) -> RiskStatus {
        RiskStatus(history, tracing, needsDayOfTracing: needsDay, at: time)
    }

    @Test("low and high have the newest day of their level")
    func levels() throws {
        #expect(try Self.status(Self.history([])) == .low(nil))
        #expect(try Self.status(Self.history([(3, 5), (6, 5)])) == .low(SampleRisk.day(3)))
        #expect(try Self.status(Self.history([(3, 5), (6, 20), (8, 20)])) == .high(SampleRisk.day(6)))
    }

    @Test("off comes before everything, then never checked, then checked long ago")
    func order() throws {
        let high = try Self.history([(1, 60)])
        let off = Self.tracing(until: Self.now)
        #expect(Self.status(high, off) == .inactive(since: Self.now))
        #expect(Self.status(RiskHistory(), off) == .inactive(since: Self.now))
        #expect(Self.status(RiskHistory(), TracingHistory()) == .inactive(since: nil))
        #expect(Self.status(RiskHistory()) == .notKnownYet)
        let old = try Self.history([(1, 60)], at: Self.now.advanced(bySeconds: -3 * Self.day))
        #expect(Self.status(old) == .outdated(since: Self.now.advanced(bySeconds: -3 * Self.day)))
    }

    @Test("a result is valid for two days")
    func validity() throws {
        let history = try Self.history([])
        #expect(Self.status(history, at: Self.now.advanced(bySeconds: 2 * Self.day - 1)) == .low(nil))
        #expect(Self.status(history, at: Self.now.advanced(bySeconds: 2 * Self.day)) == .outdated(since: Self.now))
        let back = Self.now.advanced(bySeconds: -Self.day)
        #expect(Self.status(history, at: back) == .low(nil), "the clock was set back")
    }

    @Test("the first calculation needs a day of collecting before it knows")
    func firstDay() throws {
        let history = try Self.history([])
        for (hours, isKnown) in [(0, false), (23, false), (24, true)] {
            let tracing = Self.tracing(since: Self.now.advanced(bySeconds: Int64(-3600 * hours)))
            #expect(Self.status(history, tracing, needsDay: true) == (isKnown ? .low(nil) : .notKnownYet))
            #expect(Self.status(history, tracing) == .low(nil))
        }
    }

    @Test("the notice comes 36 hours after the last detection, or after switching on, and not while off")
    func notice() throws {
        let history = try Self.history([])
        let expected = Self.now.advanced(bySeconds: 36 * 3600)
        #expect(RiskStatus.noticeTime(history, Self.tracing()) == expected)
        #expect(RiskStatus.noticeTime(RiskHistory(), Self.tracing(since: Self.now)) == expected)
        let later = Self.now.advanced(bySeconds: 1000)
        #expect(RiskStatus.noticeTime(history, Self.tracing(since: later)) == later.advanced(bySeconds: 36 * 3600))
        #expect(RiskStatus.noticeTime(history, Self.tracing(until: Self.now)) == nil)
        #expect(RiskStatus.noticeTime(history, TracingHistory()) == nil)
    }
}

@Suite("The days on which exposure notifications were on")
struct TracingHistoryTests {
    private var tracing = TracingHistory()
    private static let start = SampleRisk.now
    private static let day = UnixTime.secondsPerDay

    private static func after(days: Double) -> UnixTime { start.advanced(bySeconds: Int64(days * Double(day))) }

    @Test("days count once they are whole, up to fourteen")
    mutating func days() {
        #expect(tracing.activeDays(at: Self.start) == 0)
        tracing.changed(isActive: true, at: Self.start)
        for (days, count) in [(0.0, 0), (0.99, 0), (1, 1), (13.5, 13), (14, 14), (100, 14)] {
            #expect(tracing.activeDays(at: Self.after(days: days)) == count)
        }
    }

    @Test("the time off is left out, and leaves the fourteen days with them")
    mutating func pauses() {
        tracing.changed(isActive: true, at: Self.start)
        tracing.changed(isActive: false, at: Self.after(days: 4))
        tracing.changed(isActive: true, at: Self.after(days: 6))
        #expect(tracing.activeDays(at: Self.after(days: 10)) == 8)
        #expect(tracing.activeDays(at: Self.after(days: 16)) == 12)
        #expect(tracing.activeDays(at: Self.after(days: 20)) == 14)
    }

    @Test("the same state again changes nothing")
    mutating func repetition() {
        tracing.changed(isActive: false, at: Self.start)
        #expect(tracing == TracingHistory())
        tracing.changed(isActive: true, at: Self.start)
        let before = tracing
        tracing.changed(isActive: true, at: Self.after(days: 1))
        #expect(tracing == before)
        #expect(tracing.lastChange == Self.start)
    }

    @Test("a clock that is set back takes no days away for long, and gives none")
    mutating func clock() {
        tracing.changed(isActive: true, at: Self.start)
        #expect(tracing.activeDays(at: Self.after(days: -3)) == 0)
        tracing.changed(isActive: false, at: Self.after(days: -1))
        #expect(tracing.activeSeconds(at: Self.after(days: 5)) == 0)
    }

    @Test("what ended long ago is forgotten, and the file holds the rest")
    mutating func file() throws {
        for number in 0..<100 {
            tracing.changed(isActive: number.isMultiple(of: 2), at: Self.after(days: Double(number)))
        }
        let encoded = try JSONEncoder().encode(tracing)
        #expect(encoded.count < 1000)
        #expect(try JSONDecoder().decode(TracingHistory.self, from: encoded) == tracing)
    }
}
