import ExposurePrimitives
import ProximityRadio
import Testing

@Suite("The rotation clock")
struct RotationClockTests {
    private static let midnight = IntervalNumber(2_642_976)

    @Test("changes everything at the first call")
    func first() throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 1))
        let term = try #require(clock.advance(to: Self.midnight.start, using: &generator))
        #expect(term.interval == Self.midnight && term.start == Self.midnight.start)
        #expect(clock.term == term)
    }

    @Test("keeps every term for ten to twenty minutes, including both ends, and never repeats an interval")
    func lengths() throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 2))
        var lengths: Set<Int64> = []
        var time = Self.midnight.start
        var intervals: Set<IntervalNumber> = []
        for _ in 0..<20_000 {
            let term = try #require(clock.advance(to: time, using: &generator))
            #expect(intervals.insert(term.interval).inserted)
            let endOfDay = term.interval.startOfDay.start.advanced(bySeconds: 86_400)
            if term.end != endOfDay {
                lengths.insert(term.end.seconds(since: term.start))
            }
            time = term.end
        }
        #expect((lengths.min(), lengths.max()) == (600, 1200))
    }

    @Test("continues until a term's end and not a second longer, also after a restart")
    func end() throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 3))
        let term = try #require(clock.advance(to: Self.midnight.start, using: &generator))
        for var clock in [clock, RotationClock(resuming: term)] {
            #expect(clock.advance(to: term.end.advanced(bySeconds: -1), using: &generator) == nil)
            #expect(clock.advance(to: term.end, using: &generator)?.start == term.end)
        }
    }

    @Test("ends the last term of a day at UTC midnight", arguments: 1...50 as ClosedRange<UInt64>)
    func midnight(seed: UInt64) throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: seed))
        let last = try #require(Self.midnight.advanced(by: -1))
        let late = last.start.advanced(bySeconds: 5)
        #expect(clock.advance(to: late, using: &generator)?.end == Self.midnight.start)
        #expect(clock.advance(to: Self.midnight.start.advanced(bySeconds: -1), using: &generator) == nil)
        #expect(clock.advance(to: Self.midnight.start, using: &generator)?.interval == Self.midnight)
    }

    @Test(
        "continues if a clock is corrected by up to a minute",
        arguments: [(-60, false), (-61, true)] as [(Int64, Bool)],
        RotationSchedule.allCases
    )
    func corrected(correction: (seconds: Int64, changes: Bool), schedule: RotationSchedule) {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 4))
        let noon = Self.midnight.start.advanced(bySeconds: 43_200)
        _ = clock.advance(to: noon, schedule: schedule, using: &generator)
        let earlier = noon.advanced(bySeconds: correction.seconds)
        #expect((clock.advance(to: earlier, schedule: schedule, using: &generator) != nil) == correction.changes)
    }

    @Test("follows a clock that is set back across midnight, even by a second")
    func backwards() throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 5))
        _ = clock.advance(to: Self.midnight.start, using: &generator)
        let before = Self.midnight.start.advanced(bySeconds: -1)
        #expect(clock.advance(to: before, using: &generator)?.interval == Self.midnight.advanced(by: -1))
    }

    @Test("keeps an identifier's address if the clock is set back within its interval, and no further")
    func backWithinInterval() throws {
        var (clock, generator) = (RotationClock(), SeededGenerator(seed: 5))
        let interval = Self.midnight.start.advanced(bySeconds: 43_200)
        _ = clock.advance(to: interval.advanced(bySeconds: 599), using: &generator)
        #expect(clock.advance(to: interval, using: &generator) == nil)
        #expect(clock.advance(to: interval.advanced(bySeconds: -1), using: &generator) != nil)
    }

    @Test("changes at each quarter of an hour, with another identifier, whenever it began")
    func quarterHours() throws {
        var generator = SeededGenerator(seed: 7)
        for first in 0..<900 as Range<Int64> {
            var clock = RotationClock()
            var intervals: Set<IntervalNumber> = []
            var time = Self.midnight.start.advanced(bySeconds: first * 17)
            for number in 0..<8 {
                let term = try #require(clock.advance(to: time, schedule: .quarterHours, using: &generator))
                #expect(intervals.insert(term.interval).inserted)
                #expect(term.end.seconds.isMultiple(of: 900) && term.start.seconds == term.end.seconds - 900)
                #expect((term.start == time) == (number > 0 || first * 17 % 900 == 0))
                let last = term.end.advanced(bySeconds: -1)
                #expect(clock.advance(to: last, schedule: .quarterHours, using: &generator) == nil)
                time = term.end
            }
        }
    }
}
