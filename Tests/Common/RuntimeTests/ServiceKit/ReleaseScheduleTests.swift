import ServiceKit
import Testing

@Suite("Release schedule")
struct ReleaseScheduleTests {
    private let schedule = ReleaseSchedule(floor: .milliseconds(150), tick: .milliseconds(50))

    @Test(
        "an answer leaves at the first tick after the floor and the end of the work",
        arguments: [
            // arrival, finished, release in microseconds
            (0, 0, 150_000), (0, 149_999, 150_000), (0, 150_000, 150_000), (0, 150_001, 200_000),
            (0, 199_999, 200_000), (0, 200_000, 200_000), (0, 200_001, 250_000),
            (1, 1, 200_000), (49_999, 50_000, 200_000), (50_000, 50_000, 200_000), (50_001, 50_001, 250_000),
            (0, 9_999_999, 10_000_000), (1_234_567, 1_300_000, 1_400_000),
        ]
    )
    func release(arrival: Int, finished: Int, release: Int) {
        let moment = schedule.release(
            arrival: .microseconds(arrival),
            finished: .microseconds(finished),
            calendarOrigin: .zero
        )
        #expect(moment == .microseconds(release))
    }

    @Test("processes that started at different moments share the ticks of the calendar")
    func oneGrid() {
        // The calendar's times in microseconds; the second process started 87 654 321 µs after the first.
        let starts = [1_700_000_000_012_345, 1_700_000_087_666_666].map { Duration.microseconds($0) }
        for sent in stride(from: 1_700_000_100_000_000, to: 1_700_000_100_200_000, by: 1_117) {
            let releases = starts.map { start in
                let arrival = Duration.microseconds(sent) - start
                return start + schedule.release(arrival: arrival, finished: arrival, calendarOrigin: start)
            }
            let expected = (sent + 150_000 + 49_999) / 50_000 * 50_000
            #expect(releases == [.microseconds(expected), .microseconds(expected)])
        }
    }

    @Test(
        "a wrong calendar delays no answer by more than a tick, and lets none leave before the floor",
        arguments: [
            // Before 1970, far ahead, and between two ticks by less than any clock tells.
            Duration.seconds(-86_400) - .milliseconds(13), .seconds(250_000_000_000), Duration(attoseconds: 1),
            Duration(attoseconds: -1), .zero - .milliseconds(50), .milliseconds(49),
        ]
    )
    func wrongCalendar(origin: Duration) {
        for arrival in stride(from: 0, to: 300, by: 7) {
            let earliest = Duration.milliseconds(arrival) + .milliseconds(150)
            let release = schedule.release(
                arrival: .milliseconds(arrival),
                finished: .milliseconds(arrival + 3),
                calendarOrigin: origin
            )
            #expect(release >= earliest && release < earliest + .milliseconds(50))
            #expect((origin + release).attoseconds % Duration.milliseconds(50).attoseconds == 0)
        }
    }

    @Test("without a tick only the floor and the work count")
    func noTick() {
        let schedule = ReleaseSchedule(floor: .milliseconds(150), tick: .zero)
        for (finished, release) in [(9, 157), (158, 158)] {
            let moment = schedule.release(
                arrival: .milliseconds(7),
                finished: .milliseconds(finished),
                calendarOrigin: .milliseconds(13)
            )
            #expect(moment == .milliseconds(release))
        }
    }

    @Test("without the schedule an answer leaves when the work ends")
    func undelayed() {
        let schedule = CoverTraffic.undelayed.schedule
        let moment = schedule.release(arrival: .zero, finished: .nanoseconds(3), calendarOrigin: .milliseconds(13))
        #expect(moment == .nanoseconds(3))
    }
}
