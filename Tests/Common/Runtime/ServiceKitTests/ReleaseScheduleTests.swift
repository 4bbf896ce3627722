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
        let moment = schedule.release(arrival: .microseconds(arrival), finished: .microseconds(finished))
        #expect(moment == .microseconds(release))
    }

    @Test("without a tick only the floor and the work count")
    func noTick() {
        let schedule = ReleaseSchedule(floor: .milliseconds(150), tick: .zero)
        #expect(schedule.release(arrival: .milliseconds(7), finished: .milliseconds(9)) == .milliseconds(157))
        #expect(schedule.release(arrival: .milliseconds(7), finished: .milliseconds(158)) == .milliseconds(158))
    }

    @Test("without the schedule an answer leaves when the work ends")
    func undelayed() {
        let schedule = CoverTraffic.undelayed.schedule
        #expect(schedule.release(arrival: .zero, finished: .nanoseconds(3)) == .nanoseconds(3))
    }
}
