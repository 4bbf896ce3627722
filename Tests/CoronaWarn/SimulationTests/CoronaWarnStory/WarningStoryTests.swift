import CoronaWarnClient
import CoronaWarnDemo
import CoronaWarnStory
import Crypto
import ExposurePrimitives
import StoryKit
import Testing

/// The story of `avviso demo --workflow cwa`: all services, real sockets, a real database.
@Suite("Corona-Warn's story with its servers")
struct WarningStoryTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    // The cases run concurrently, because a story mostly waits for the servers' grid of answers.
    @Test("warns the person who was near, and nobody else, also after each mishap; after five minutes nobody")
    func near() async throws {
        let results = try await withThrowingTaskGroup(of: (warned: [String], StoryResult).self) { stories in
            stories.addTask { ([], try await Self.tell(minutes: 5, seed: 1)) }
            stories.addTask { (["Bruno"], try await Self.tell(minutes: 25, seed: 1)) }
            for mishap in StoryMishap.allCases {
                stories.addTask { (["Bruno"], try await Self.tell(minutes: 25, seed: 2, mishap: mishap)) }
            }
            return try await stories.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 2 + StoryMishap.allCases.count)
        for (warned, result) in results {
            #expect(result.isAsExpected, "\(result.expectations.filter { !$0.held })")
            #expect(result.warned == warned)
        }
    }

    @Test("stops if the phones trust another key")
    func wrongKey() async throws {
        let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let options = try #require(StoryOptions(seed: 1, day: Self.day, exportPublicKeyPEM: other))
        await #expect(throws: StoryError.noConfiguration(of: "Anna", .noUsableAnswer)) {
            try await WarningStory(options: options) { _ in }.tell()
        }
    }

    @Test("stops if no server answers")
    func noServer() async throws {
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        let story = WarningStory(
            options: options,
            start: { clock in
                let servers = try await CoronaWarnDemoServers.start(with: clock)
                try await servers.interrupt()
                return servers
            },
            output: { _ in }
        )
        await #expect(throws: StoryError.noConfiguration(of: "Anna", .noConnection)) { try await story.tell() }
    }

    private static func tell(minutes: Int, seed: UInt64, mishap: StoryMishap? = nil) async throws -> StoryResult {
        let options = try #require(StoryOptions(minutes: minutes, seed: seed, day: day))
        return try await WarningStory(options: options, mishap: mishap) { _ in }.tell()
    }
}
