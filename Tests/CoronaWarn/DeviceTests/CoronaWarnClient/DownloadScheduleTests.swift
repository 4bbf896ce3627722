import ClientTesting
import ExposurePrimitives
import Testing

@testable import CoronaWarnClient

@Suite("The times of downloads")
struct DownloadScheduleTests {
    private var generator = SeededGenerator(seed: 1)
    private var schedule = DownloadSchedule(at: start)
    private static let start = UnixTime(1_795_255_200)

    @Test("downloads are spread evenly over the interval after the one that ended", arguments: [3600, 7200, 86_400])
    func uniformity(interval: Int) {
        var generator = SeededGenerator(seed: UInt64(interval))
        let offsets = (0..<5000).map { number in
            var schedule = DownloadSchedule(at: Self.start)
            // Phones ask at any time of the interval.
            let now = Self.start.advanced(bySeconds: Int64(number * 37 % interval))
            schedule.succeeded(at: now, interval: interval, using: &generator)
            let end = (now.seconds / Int64(interval) + 1) * Int64(interval)
            return Double(schedule.next.seconds - end)
        }
        #expect(offsets.allSatisfy { $0 >= 0 && $0 < Double(interval) })
        #expect(Statistics.kolmogorovSmirnov(offsets) { ($0 + 0.5) / Double(interval) } < Statistics.limit)
    }

    @Test("a new phone downloads at once, and a phone that was off once, however long")
    mutating func missed() {
        #expect(schedule.isDue(at: Self.start, interval: 3600))
        schedule.succeeded(at: Self.start, interval: 3600, using: &generator)
        #expect(!schedule.isDue(at: schedule.next.advanced(bySeconds: -1), interval: 3600))
        let later = Self.start.advanced(bySeconds: 10 * UnixTime.secondsPerDay)
        #expect(schedule.isDue(at: later, interval: 3600))
        schedule.succeeded(at: later, interval: 3600, using: &generator)
        #expect(!schedule.isDue(at: later, interval: 3600))
    }

    @Test("retries wait longer and longer, up to the interval, and half of each wait is random")
    mutating func retries() {
        for number in 0..<10 {
            schedule.failed(at: Self.start, interval: 3600, using: &generator)
            let wait = schedule.next.seconds(since: Self.start)
            let full = min(Int64(60) << Int64(number), 3600)
            #expect(wait >= full / 2 && wait <= full)
        }
        schedule.succeeded(at: Self.start, interval: 3600, using: &generator)
        schedule.failed(at: Self.start, interval: 3600, using: &generator)
        #expect(schedule.next.seconds(since: Self.start) <= 60, "a success ends the series")
    }

    @Test("a clock that was set back delays no download for long")
    mutating func clock() {
        schedule.succeeded(at: Self.start, interval: 3600, using: &generator)
        let back = schedule.next.advanced(bySeconds: -7200)
        #expect(!schedule.isDue(at: back, interval: 3600))
        #expect(schedule.isDue(at: back.advanced(bySeconds: -1), interval: 3600))
    }
}
