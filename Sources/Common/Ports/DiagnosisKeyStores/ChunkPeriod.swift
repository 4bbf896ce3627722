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
}
