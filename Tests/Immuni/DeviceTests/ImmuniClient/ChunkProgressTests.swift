import ExposurePrimitives
import ImmuniAPI
import Testing

@testable import ImmuniClient

@Suite("The progress through chunks")
struct ChunkProgressTests {
    private static let start = UnixTime(1_795_255_200)

    @Test(
        "takes every new chunk, and none twice",
        arguments: [
            (0, Array(50...60)), (49, Array(50...60)), (50, Array(51...60)), (59, [60]), (60, []), (80, []),
        ] as [(Int, [Int])]
    )
    func new(last: Int, expected: [Int]) throws {
        var progress = ChunkProgress()
        progress.finish(last)
        #expect(progress.due(in: try #require(ChunkIndex(oldest: 50, newest: 60)), at: Self.start) == expected)
    }

    @Test("skips none, however many there are, and takes a thousand at once")
    func many() throws {
        let index = try #require(ChunkIndex(oldest: 1, newest: .max))
        #expect(ChunkProgress().due(in: index, at: Self.start) == Array(1...1000))
        let last = try #require(ChunkIndex(oldest: .max, newest: .max))
        #expect(ChunkProgress().due(in: last, at: Self.start) == [.max])
    }

    @Test("tries a failed chunk again after a time that doubles, until the chunk expires")
    func failures() throws {
        var progress = ChunkProgress()
        var generator = SeededGenerator(seed: 1)
        let index = try #require(ChunkIndex(oldest: 1, newest: 3))
        progress.finish(1)
        var now = Self.start
        for bound in [60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400, 14_400] as [Int64] {
            progress.fail(2, at: now, using: &generator)
            let retry = try #require(progress.nextRetry)
            #expect((bound / 2...bound).contains(retry.seconds(since: now)))
            #expect(progress.due(in: index, at: retry.advanced(bySeconds: -1)) == [3])
            #expect(progress.due(in: index, at: retry) == [2, 3])
            #expect(progress.due(in: index, at: retry, retriesOnly: true) == [2])
            now = retry
        }
        progress.finish(3)
        progress.forgetExpired(in: ChunkIndex(oldest: 3, newest: 3))
        #expect(progress.nextRetry == nil)
    }

    @Test("after a clock was set back, no chunk waits longer than the longest delay")
    func clockSetBack() throws {
        var progress = ChunkProgress()
        var generator = SeededGenerator(seed: 1)
        progress.fail(1, at: Self.start, using: &generator)
        let index = try #require(ChunkIndex(oldest: 1, newest: 1))
        #expect(progress.due(in: index, at: Self.start.advanced(bySeconds: -100_000)) == [1])
    }

    @Test("each chunk is processed exactly once, whatever fails in whatever order", arguments: 0..<50)
    func property(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var progress = ChunkProgress()
        var done: [Int] = []
        var now = Self.start
        for round in 1...40 {
            let index = try #require(ChunkIndex(oldest: 1, newest: min(round, 25)))
            for chunk in progress.due(in: index, at: now) {
                if round < 35, Bool.random(using: &generator) {
                    progress.fail(chunk, at: now, using: &generator)
                } else {
                    progress.finish(chunk)
                    done.append(chunk)
                }
            }
            now = now.advanced(bySeconds: Int64.random(in: 0...20_000, using: &generator))
        }
        #expect(done.sorted() == Array(1...25))
    }
}
