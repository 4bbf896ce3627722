import ImmuniStory
import ExposurePrimitives
import ImmuniDemoServers
import ImmuniClient
import PhonePorts
import Synchronization
import Testing

@Suite("The core flow's story")
struct CoreFlowStoryTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    @Test("accepts meetings of 1 to 600 minutes", arguments: [(0, false), (1, true), (600, true), (601, false)])
    func minutes(minutes: Int, isTaken: Bool) {
        #expect((StoryOptions(minutes: minutes, seed: 1, day: Self.day) != nil) == isTaken)
    }

    @Test("stops if no server answers")
    func noServer() async throws {
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        let story = CoreFlowStory(
            options: options,
            start: { clock in
                let servers = try await DemoServers.start(with: clock)
                try await servers.stop()
                return servers
            },
            output: { _ in }
        )
        await #expect(throws: MobileClientError.transport(.unreachable)) { try await story.tell() }
    }

    @Test("starts with a clock at nine in the morning, two days before the meeting")
    func clock() async throws {
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        let startedAt = Mutex<UnixTime?>(nil)
        let story = CoreFlowStory(
            options: options,
            start: { clock in
                startedAt.withLock { $0 = clock.now() }
                throw CancellationError()
            },
            output: { _ in }
        )
        await #expect(throws: CancellationError.self) { try await story.tell() }
        #expect(startedAt.withLock { $0 }?.description == "2026-11-19T09:00:00Z")
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
