import AssociationDemo
import AssociationStory
import ExposurePrimitives
import ExposureTesting
import StoryKit
import Testing

/// The story of `avviso demo --workflow association`: the real authority, real sockets, a real database.
@Suite("The association's story with its authority")
struct TicketStoryTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    // Both sides of the limit; the README's example has 25 minutes.
    @Test("ends as the rules require", arguments: Effort.choose(short: [8, 9], every: [8, 9, 25], whole: [8, 9, 25]))
    func ending(minutes: Int) async throws {
        let options = try #require(StoryOptions(minutes: minutes, seed: 1, day: Self.day))
        let result = try await TicketStory(options: options) { print($0) }.tell()
        #expect(result.isAsExpected, "\(result.expectations.filter { !$0.held })")
    }
}
