import ImmuniAPI
import Testing

@testable import MobileClient

@Suite("The chunk cursor")
struct ChunkCursorTests {
    @Test(
        "takes every chunk that is new, and none twice",
        arguments: [
            (0, 50...60), (49, 50...60), (50, 51...60), (55, 56...60), (59, 60...60), (60, nil), (80, nil),
        ] as [(Int, ClosedRange<Int>?)]
    )
    func pending(last: Int, expected: ClosedRange<Int>?) throws {
        var cursor = ChunkCursor()
        cursor.advance(past: last)
        #expect(cursor.pending(in: try #require(ChunkIndex(oldest: 50, newest: 60))) == expected)
    }

    @Test("takes the only chunk")
    func single() throws {
        #expect(ChunkCursor().pending(in: try #require(ChunkIndex(oldest: 1, newest: 1))) == 1...1)
    }

    @Test("skips none, however many there are")
    func many() throws {
        #expect(ChunkCursor().pending(in: try #require(ChunkIndex(oldest: 1, newest: 84))) == 1...84)
    }

    @Test("never goes back")
    func backwards() {
        var cursor = ChunkCursor()
        cursor.advance(past: 7)
        cursor.advance(past: 3)
        #expect(cursor.lastProcessed == 7)
    }
}
