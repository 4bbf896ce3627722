import ExposurePrimitives
import ProximityRadio
import Testing

@Suite("The rotation clock")
struct RotationClockTests {
    private static let midnight = IntervalNumber(2_642_976)

    @Test("changes everything at first")
    func first() {
        var clock = RotationClock()
        #expect(clock.advance(to: Self.midnight.start) == .keyAndIdentifier(Self.midnight))
    }

    @Test("changes the identifier with the interval, and not a second earlier")
    func interval() throws {
        var clock = RotationClock()
        _ = clock.advance(to: Self.midnight.start)
        let next = try #require(Self.midnight.advanced(by: 1))
        #expect(clock.advance(to: next.start.advanced(bySeconds: -1)) == .none)
        #expect(clock.advance(to: next.start) == .identifier(next))
        #expect(clock.advance(to: next.start) == .none)
    }

    @Test("changes the key after 144 intervals, and not after 143")
    func day() throws {
        var clock = RotationClock()
        _ = clock.advance(to: Self.midnight.start)
        let last = try #require(Self.midnight.advanced(by: 143))
        let next = try #require(Self.midnight.advanced(by: 144))
        #expect(clock.advance(to: last.start) == .identifier(last))
        #expect(clock.advance(to: next.start.advanced(bySeconds: -1)) == .none)
        #expect(clock.advance(to: next.start) == .keyAndIdentifier(next))
    }

    @Test("follows a clock that is set back")
    func backwards() throws {
        var clock = RotationClock()
        _ = clock.advance(to: Self.midnight.start)
        let before = try #require(Self.midnight.advanced(by: -1))
        #expect(clock.advance(to: before.start) == .keyAndIdentifier(before))
    }
}
