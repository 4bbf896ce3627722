public import ExposurePrimitives

/// The period that a chunk's file states.
public struct ChunkPeriod: Hashable, Sendable {
    public let start: UnixTime
    /// The end, which is after `start`.
    public let end: UnixTime

    public init(start: UnixTime, end: UnixTime) {
        self.start = start
        self.end = end
    }

    /// The periods of a run's chunks, in their order.
    ///
    /// The first begins at the end of the last run. Each further one begins at the end of the one before. The last ends
    /// at `now`. All differ, because phones treat files of one period as duplicates.
    ///
    /// No period begins after `now`. If there are fewer seconds than chunks, periods overlap; no two are equal.
    ///
    /// - Parameters:
    ///   - last: the end of the newest period that is not in the future, or the beginning of the very first one.
    ///   - isTaken: whether an earlier chunk has this period.
    public static func following(
        _ last: UnixTime,
        count: Int,
        now: UnixTime,
        isTaken: (ChunkPeriod) throws -> Bool
    ) rethrows -> [ChunkPeriod] {
        var periods: [ChunkPeriod] = []
        var start = min(last, now)
        for chunksLeft in (0..<count).reversed() {
            let wanted = now.advanced(bySeconds: -Int64(chunksLeft))
            let end = wanted > start ? wanted : min(start, now).advanced(bySeconds: 1)
            var period = ChunkPeriod(start: min(start, now), end: end)
            while try periods.contains(period) || isTaken(period) {
                period = ChunkPeriod(start: period.start.advanced(bySeconds: -1), end: end)
            }
            periods.append(period)
            start = end
        }
        return periods
    }

    /// The periods from one multiple of `length` since 1970 to the next that are over at `now` and begin at `last` or
    /// later, the oldest first.
    ///
    /// - Parameters:
    ///   - last: the end of the newest period that is not in the future. Nil gives the last period that is over.
    ///   - oldest: no period ends before this moment.
    public static func fixed(
        length: Int64,
        after last: UnixTime?,
        since oldest: UnixTime,
        now: UnixTime
    ) -> [ChunkPeriod] {
        let newest = number(now.seconds, length)
        let first = last.map { -number(-max($0, oldest.advanced(bySeconds: -length)).seconds, length) } ?? newest - 1
        guard first < newest else {
            return []
        }
        return (first..<newest).map { number in
            ChunkPeriod(start: UnixTime(number * length), end: UnixTime((number + 1) * length))
        }
    }

    /// The number of whole periods before a moment, rounded down.
    private static func number(_ seconds: Int64, _ length: Int64) -> Int64 {
        (seconds - ((seconds % length) + length) % length) / length
    }
}
