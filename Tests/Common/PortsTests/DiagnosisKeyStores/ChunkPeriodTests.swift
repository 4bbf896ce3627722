import DiagnosisKeyStores
import ExposurePrimitives
import Testing

@Suite("The periods of a run's chunks")
struct ChunkPeriodTests {
    private static let now = UnixTime(1_795_262_400)

    private static func periods(after last: Int64, count: Int, taken: Set<ChunkPeriod> = []) -> [ClosedRange<Int64>] {
        ChunkPeriod.following(now.advanced(bySeconds: last), count: count, now: now, isTaken: taken.contains)
            .map { $0.start.seconds(since: now)...$0.end.seconds(since: now) }
    }

    private static func period(_ start: Int64, _ end: Int64) -> ChunkPeriod {
        ChunkPeriod(start: now.advanced(bySeconds: start), end: now.advanced(bySeconds: end))
    }

    @Test("they follow the previous one without a gap, and the last one ends now")
    func following() {
        #expect(Self.periods(after: -14_400, count: 1) == [-14_400...0])
        #expect(Self.periods(after: -14_400, count: 3) == [-14_400 ... -2, -2 ... -1, -1...0])
        #expect(Self.periods(after: -3, count: 3) == [-3 ... -2, -2 ... -1, -1...0])
        #expect(Self.periods(after: 0, count: 1) == [0...1])
    }

    @Test("none begins in the future, and no two are equal, however many", arguments: [-2, -1, 0, 1, 100_000])
    func crowded(last: Int64) {
        let periods = Self.periods(after: last, count: 50)
        #expect(periods.count == 50 && Set(periods).count == 50)
        #expect(periods.allSatisfy { $0.lowerBound <= 0 && $0.upperBound <= 1 && $0.lowerBound < $0.upperBound })
    }

    @Test("a period of an earlier chunk is not used again")
    func taken() {
        #expect(Self.periods(after: 0, count: 1, taken: [Self.period(0, 1)]) == [-1...1])
        #expect(Self.periods(after: 0, count: 2, taken: [Self.period(0, 1), Self.period(-1, 1)]) == [-2...1, -3...1])
    }

    /// The starts of the fixed periods of an hour, counted in hours.
    private static func hours(
        after last: Int64?,
        beginning: ChunkPeriod.Beginning = .waiting(since: nil),
        now: Int64,
        since oldest: Int64 = -1_000_000
    ) -> [Int64] {
        ChunkPeriod.fixed(
            length: 3600,
            after: last.map { UnixTime($0) },
            beginning: beginning,
            since: UnixTime(oldest),
            now: UnixTime(now)
        ).map { period in
            #expect(period.end.seconds(since: period.start) == 3600)
            return period.start.seconds / 3600
        }
    }

    @Test("fixed periods are those that are over, from the last one on")
    func fixedPeriods() {
        #expect(Self.hours(after: 7200, now: 3 * 3600 - 1) == [])
        #expect(Self.hours(after: 7200, now: 3 * 3600) == [2])
        #expect(Self.hours(after: 7200, now: 6 * 3600 + 59) == [2, 3, 4, 5])
        #expect(Self.hours(after: 9 * 3600, now: 6 * 3600) == [], "the last one lies in the future")
    }

    @Test("the first fixed period of all is the last that is over")
    func firstFixedPeriod() {
        #expect(Self.hours(after: nil, now: 7 * 3600) == [6])
        #expect(Self.hours(after: nil, now: 8 * 3600 - 1) == [6])
    }

    @Test("keys that wait bring the first fixed period forward, and never later than the last that is over")
    func firstOfWaitingKeys() {
        func waiting(since moment: Int64) -> [Int64] {
            Self.hours(after: nil, beginning: .waiting(since: UnixTime(moment)), now: 7 * 3600 + 1)
        }
        #expect(waiting(since: 5 * 3600 - 1) == [4, 5, 6] && waiting(since: 5 * 3600) == [5, 6])
        #expect(waiting(since: 7 * 3600) == [6] && waiting(since: .max) == [6])
        let old = Self.hours(after: nil, beginning: .waiting(since: UnixTime(0)), now: 10 * 3600, since: 8 * 3600)
        #expect(old == [7, 8, 9])
        let late = Self.hours(after: 6 * 3600, beginning: .waiting(since: UnixTime(0)), now: 7 * 3600)
        #expect(late == [6], "there is a last one")
    }

    @Test("the first fixed period of a follower is that in which its leader began, once it is over")
    func firstOfFollowers() {
        func leader(since moment: Int64) -> [Int64] {
            Self.hours(after: nil, beginning: .leader(UnixTime(moment)), now: 7 * 3600)
        }
        #expect(leader(since: 5 * 3600 + 1) == [5, 6] && leader(since: 6 * 3600) == [6])
        #expect(leader(since: 7 * 3600) == [])
    }

    @Test("a fixed period begins at a multiple of its length, whatever came before, and none before it is too old")
    func alignedPeriods() {
        #expect(Self.hours(after: 7201, now: 5 * 3600) == [3, 4])
        #expect(Self.hours(after: 0, now: 10 * 3600, since: 8 * 3600) == [7, 8, 9])
        #expect(Self.hours(after: 0, now: 10 * 3600, since: 8 * 3600 + 1) == [8, 9])
    }
}
