import ClientKit
import ClientTesting
import ExposurePrimitives
import Testing

@Suite("A retry's delay")
struct RetryDelayTests {
    @Test("never overflows, whatever the number of failures")
    func bounds() {
        var generator = SeededGenerator(seed: 1)
        for failures in [-5, 0, 1, 2, 62, 63, 64, 1000, Int.max] {
            let delay = RetryDelay(first: 60, longest: 14_400).draw(afterFailures: failures, using: &generator)
            #expect((30...14_400).contains(delay))
        }
    }
}

@Suite("The times of downloads")
struct IntervalScheduleTests {
    @Test("lie in the next interval, spread evenly over its length")
    func uniform() {
        let schedule = IntervalSchedule(length: 3600)
        var generator = SeededGenerator(seed: 2)
        let hour = UnixTime(1_795_255_200)
        for offset in [0, 1, 3599] as [Int64] {
            let now = hour.advanced(bySeconds: offset)
            let delays = (0..<20_000).map { _ in
                Double(schedule.draw(after: now, using: &generator).seconds(since: hour.advanced(bySeconds: 3600)))
            }
            #expect(delays.allSatisfy { (0..<3600).contains($0) })
            let fit = Statistics.kolmogorovSmirnov(delays) { min(max(($0 + 0.5) / 3600, 0), 1) }
            #expect(fit < Statistics.limit)
        }
    }

    @Test("follow the intervals before 1970 and of impossible lengths too")
    func bounds() {
        var generator = SeededGenerator(seed: 3)
        let early = IntervalSchedule(length: 3600).draw(after: UnixTime(-1), using: &generator)
        #expect((0..<3600).contains(early.seconds))
        #expect(IntervalSchedule(length: 0).draw(after: UnixTime(5), using: &generator) == UnixTime(6))
    }
}

@Suite("The times of background sessions")
struct PeriodicScheduleTests {
    private static let last = UnixTime(1_000_000)

    @Test("are a period apart, and a missed one is made up for within a minute of the start")
    func times() {
        let schedule = PeriodicSchedule(last: Self.last, period: 14_400)
        #expect(schedule.next(after: Self.last.advanced(bySeconds: 100)) == Self.last.advanced(bySeconds: 14_400))
        let late = Self.last.advanced(bySeconds: 20_000)
        #expect(schedule.next(after: late) == late.advanced(bySeconds: 14_400))
        #expect(schedule.next(launchingAt: late) == late.advanced(bySeconds: 60))
        #expect(schedule.next(launchingAt: Self.last) == Self.last.advanced(bySeconds: 14_400))
    }

    @Test("are never more often than the shortest period, and a clock that was set back delays none")
    func bounds() {
        let schedule = PeriodicSchedule(last: Self.last, period: 0)
        #expect(schedule.next(after: Self.last) == Self.last.advanced(bySeconds: 900))
        let early = Self.last.advanced(bySeconds: -1)
        #expect(schedule.hasPassed(14_400, at: early))
        #expect(schedule.hasPassed(100, at: Self.last.advanced(bySeconds: 100)))
        #expect(!schedule.hasPassed(100, at: Self.last.advanced(bySeconds: 99)))
        #expect(schedule.next(after: early) == early.advanced(bySeconds: 900))
    }
}
