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
    ///   - last: the end of the newest period that is not in the future; nil if there is none.
    ///   - beginning: decides about the first period if there is none yet.
    ///   - oldest: no period ends before this moment.
    public static func fixed(
        length: Int64,
        after last: UnixTime?,
        beginning: Beginning = .waiting(since: nil),
        since oldest: UnixTime,
        now: UnixTime
    ) -> [ChunkPeriod] {
        let newest = number(now.seconds, length)
        let start = last ?? beginning.moment(length: length, newest: newest)
        let first = -number(-max(start, oldest.advanced(bySeconds: -length)).seconds, length)
        guard first < newest else {
            return []
        }
        return (first..<newest).map { number in
            ChunkPeriod(start: UnixTime(number * length), end: UnixTime((number + 1) * length))
        }
    }

    /// What decides about the very first fixed period.
    public enum Beginning: Hashable, Sendable {
        /// The moment from which a key may be released; nil without a key. No later than the last period that is over.
        case waiting(since: UnixTime?)
        /// The start of the leader's first period, which may be in a period that is not over.
        case leader(UnixTime)

        fileprivate func moment(length: Int64, newest: Int64) -> UnixTime {
            let first =
                switch self {
                case .waiting(nil): newest - 1
                case .waiting(let moment?): min(ChunkPeriod.number(moment.seconds, length), newest - 1)
                case .leader(let start): ChunkPeriod.number(start.seconds, length)
                }
            return UnixTime(first * length)
        }
    }

    /// The number of whole periods before a moment, rounded down.
    fileprivate static func number(_ seconds: Int64, _ length: Int64) -> Int64 {
        (seconds - ((seconds % length) + length) % length) / length
    }
}
