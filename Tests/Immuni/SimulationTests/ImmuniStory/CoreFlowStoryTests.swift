import ExposurePrimitives
import ImmuniClient
import ImmuniDemoServers
import ImmuniStory
import PhonePorts
import StoryKit
import Synchronization
import Testing
import WireFormat

@Suite("The core flow's story")
struct CoreFlowStoryTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

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
