import ExposurePrimitives
import ProximityRadio
import Testing

@Suite("The scan cycle")
struct ScanTimingTests {
    private static let start = UnixTime(1_795_248_000)

    @Test("scans for 4 s every 211 to 300 s")
    func published() {
        let scans = Self.scans()
        #expect(Self.gaps(scans) == 211...300)
        #expect(scans.allSatisfy { $0.duration == 4 })
        #expect(zip(scans, scans.dropFirst()).allSatisfy { $1.previousEnd == $0.start.advanced(bySeconds: 4) })
        #expect(scans.first.map { Self.start <= $0.start } == true)
    }

    @Test("scans more often with the screen on, and longer and more often beside other Bluetooth traffic")
    func use() {
        var screen = ScanTiming.PhoneUse()
        screen.screenIsOn = true
        #expect(Self.gaps(Self.scans(use: screen)) == 168...240)
        var busy = ScanTiming.PhoneUse()
        busy.bluetoothIsBusy = true
        let scans = Self.scans(use: busy)
        #expect(Self.gaps(scans) == 126...180)
        #expect(scans.allSatisfy { $0.duration == 17 })
        busy.screenIsOn = true
        #expect(Self.gaps(Self.scans(use: busy)) == 100...144)
    }

    @Test("never scans more often than once a minute", arguments: [(60, 60), (61, 61), (59, 60)])
    func shortest(interval: Int64, expected: Int64) {
        var timing = ScanTiming()
        timing.interval = interval
        timing.jitter = 0
        #expect(Self.gaps(Self.scans(timing: timing)) == expected...expected)
    }

    @Test("leaves out the share of scans during the phone's sleep, and remembers the last real one")
    func missed() {
        var timing = ScanTiming()
        timing.missedShare = 0.5
        let scans = Self.scans(timing: timing)
        let share = Double(scans.count) / Double(Self.scans().count)
        #expect((0.45...0.55).contains(share))
        #expect(zip(scans, scans.dropFirst()).allSatisfy { $1.previousEnd == $0.end })
        timing.missedShare = 1
        #expect(Self.scans(timing: timing).isEmpty)
    }

    @Test("begins at the given time, without a previous scan")
    func beginning() throws {
        var generator = SeededGenerator(seed: 5)
        var schedule = ScanSchedule(startingAt: Self.start, timing: ScanTiming())
        let scans = schedule.scans(before: Self.start.advanced(bySeconds: 1000), using: &generator)
        #expect(scans.first?.start == Self.start && scans.first?.previousEnd == nil)
        #expect(schedule.scans(before: Self.start.advanced(bySeconds: 1000), using: &generator).isEmpty)
    }

    private static func scans(
        timing: ScanTiming = ScanTiming(),
        use: ScanTiming.PhoneUse = .init()
    ) -> [ScanSchedule.Scan] {
        var generator = SeededGenerator(seed: 5)
        var schedule = ScanSchedule(runningAt: start, timing: timing, use: use, using: &generator)
        return schedule.scans(before: start.advanced(bySeconds: 1_000_000), using: &generator)
    }

    /// The shortest and the longest time between the starts of two scans.
    private static func gaps(_ scans: [ScanSchedule.Scan]) -> ClosedRange<Int64> {
        let gaps = zip(scans, scans.dropFirst()).map { $1.start.seconds(since: $0.start) }
        return (gaps.min() ?? 0)...(gaps.max() ?? 0)
    }
}
