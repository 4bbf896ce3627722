import ServiceKit
import Synchronization
import Testing

@Suite("The calendar's time at a monotonic clock's origin")
struct CalendarOriginTests {
    /// Two clocks that advance together, by one step with each reading of either.
    private final class Clocks: Sendable {
        struct State {
            /// The time of the monotonic clock.
            var elapsed = Duration.seconds(40)
            var origin: Duration
            /// The time that a reading takes; the last one is for all later readings.
            var steps: [Duration]
            var readings = 0
        }

        let state: Mutex<State>

        init(origin: Duration, steps: [Duration] = [.nanoseconds(40)]) {
            state = Mutex(State(origin: origin, steps: steps))
        }

        private func read(_ value: (State) -> Duration) -> Duration {
            state.withLock { state in
                state.elapsed += state.steps.count > 1 ? state.steps.removeFirst() : state.steps[0]
                state.readings += 1
                return value(state)
            }
        }

        var calendarOrigin: CalendarOrigin {
            CalendarOrigin {
                self.read(\.elapsed)
            } calendar: {
                self.read { $0.origin + $0.elapsed }
            }
        }
    }

    private static let origin = Duration.seconds(1_700_000_000) + .nanoseconds(123_456_789)

    @Test("it is read to within the time of a reading, and then kept as it is")
    func kept() {
        let clocks = Clocks(origin: Self.origin)
        let calendarOrigin = clocks.calendarOrigin
        let first = calendarOrigin.current()
        #expect(abs(first - Self.origin) <= .nanoseconds(40))
        for step in [Duration.nanoseconds(40), .nanoseconds(900), .milliseconds(3), .seconds(7)] {
            clocks.state.withLock { $0.steps = [step] }
            #expect(calendarOrigin.current() == first)
        }
    }

    @Test("an interruption between two readings does not count")
    func interrupted() {
        // The first four readings take long, as if the thread had to wait each time.
        let long = [Duration](repeating: .milliseconds(20), count: 12)
        let clocks = Clocks(origin: Self.origin, steps: long + [.nanoseconds(40)])
        #expect(abs(clocks.calendarOrigin.current() - Self.origin) <= .nanoseconds(40))
    }

    @Test(
        "a calendar that is set is followed at once, and a correction below the tolerance is not",
        arguments: [
            (Duration.hours(-2000), true), (.seconds(-1), true), (.microseconds(-102), true),
            (.microseconds(-98), false),
            (.microseconds(98), false), (.microseconds(102), true), (.milliseconds(20), true), (.hours(90_000), true),
        ]
    )
    func set(by jump: Duration, isFollowed: Bool) {
        let clocks = Clocks(origin: Self.origin)
        let calendarOrigin = clocks.calendarOrigin
        let first = calendarOrigin.current()
        clocks.state.withLock { $0.origin += jump }
        let second = calendarOrigin.current()
        #expect(abs(second - (isFollowed ? Self.origin + jump : first)) <= .nanoseconds(40))
        #expect(calendarOrigin.current() == second)
    }

    @Test("small corrections that add up are followed")
    func drift() {
        let clocks = Clocks(origin: Self.origin)
        let calendarOrigin = clocks.calendarOrigin
        _ = calendarOrigin.current()
        for _ in 0..<1000 {
            let origin = clocks.state.withLock { state in
                state.origin += .microseconds(3)
                return state.origin
            }
            #expect(abs(calendarOrigin.current() - origin) <= CalendarOrigin.tolerance + .nanoseconds(40))
        }
    }

    @Test("later readings cost one reading of the calendar each")
    func cost() {
        let clocks = Clocks(origin: Self.origin)
        let calendarOrigin = clocks.calendarOrigin
        _ = calendarOrigin.current()
        let before = clocks.state.withLock(\.readings)
        _ = calendarOrigin.current()
        #expect(clocks.state.withLock(\.readings) - before == 3)
    }

    @Test("the machine's monotonic clocks agree about the calendar, whenever each was made")
    func machine() {
        let (first, second) = (SystemMonotonicClock(), SystemMonotonicClock())
        let now = { (monotonicClock: SystemMonotonicClock) in monotonicClock.calendarOrigin() + monotonicClock.elapsed()
        }
        // Readings before and after: the machine may pause between any two lines.
        let before = CalendarOrigin.systemCalendar() - CalendarOrigin.tolerance
        let moments = [now(first), now(second)]
        let after = CalendarOrigin.systemCalendar() + CalendarOrigin.tolerance
        #expect(moments.allSatisfy { before <= $0 && $0 <= after })
    }
}

extension Duration {
    fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}

private func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }
