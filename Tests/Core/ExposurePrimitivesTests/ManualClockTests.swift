import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("The clock that tests move")
struct ManualClockTests {
    @Test("stands still until it is moved")
    func moving() {
        let clock = ManualClock(UnixTime(100))
        #expect(clock.now() == UnixTime(100))
        clock.advance(bySeconds: 50)
        clock.advance(bySeconds: -20)
        #expect(clock.now() == UnixTime(130))
        clock.set(UnixTime(7))
        #expect(clock.now() == UnixTime(7))
    }
}
