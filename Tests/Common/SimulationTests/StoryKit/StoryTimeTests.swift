import ExposurePrimitives
import StoryKit
import Testing

@Suite("The options of a story")
struct StoryOptionsTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    @Test("accepts meetings of 1 to 600 minutes", arguments: [(0, false), (1, true), (600, true), (601, false)])
    func minutes(minutes: Int, isTaken: Bool) {
        #expect((StoryOptions(minutes: minutes, seed: 1, day: Self.day) != nil) == isTaken)
    }
}

@Suite("The story's clock")
struct StoryClockTests {
    @Test("goes forward and never back")
    func moves() {
        let clock = StoryClock(UnixTime(1000))
        clock.move(to: UnixTime(2000))
        #expect(clock.now() == UnixTime(2000))
        clock.move(to: UnixTime(1500))
        #expect(clock.now() == UnixTime(2000))
    }
}
