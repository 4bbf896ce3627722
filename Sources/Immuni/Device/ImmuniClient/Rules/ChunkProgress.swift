import ExposurePrimitives
import ImmuniAPI

/// Which TEK Chunks the phone is done with: all that are on offer are fetched, none twice, and one that failed is tried
/// again alone until it is processed or expires.
struct ChunkProgress: Codable, Hashable, Sendable {
    /// Every chunk up to here is done with, those of `failed` apart.
    private(set) var newest = 0
    private var failed: [Int: Failure] = [:]

    struct Failure: Codable, Hashable, Sendable {
        var count: Int
        var retryAt: UnixTime
    }

    /// The chunks to fetch now, oldest first: those that are new, and those whose waiting time is over.
    ///
    /// - Parameter retriesOnly: leaves new ones for the next session.
    func due(in index: ChunkIndex, at now: UnixTime, retriesOnly: Bool = false) -> [Int] {
        let retries = failed.filter { $0.key >= index.oldest && $0.key <= index.newest && isOver($0.value, at: now) }
        // What left the index is older than anything that the phone has stored.
        let first = max(newest + 1, index.oldest)
        guard first <= index.newest, !retriesOnly else {
            return retries.keys.sorted()
        }
        let last = index.newest - first < Self.maxAtOnce ? index.newest : first + Self.maxAtOnce - 1
        return retries.keys.sorted() + Array(first...last)
    }

    /// Notes a chunk that was processed, or that expired. New chunks are noted in their order.
    mutating func finish(_ chunk: Int) {
        failed[chunk] = nil
        newest = max(newest, chunk)
    }

    /// Notes that a chunk could not be had or was refused.
    mutating func fail(_ chunk: Int, at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        let count = (failed[chunk]?.count ?? 0) + 1
        let delay = Self.delay.draw(afterFailures: count, using: &generator)
        failed[chunk] = Failure(count: count, retryAt: now.advanced(bySeconds: delay))
        newest = max(newest, chunk)
    }

    /// Forgets failed chunks that are not offered any more.
    ///
    /// - Parameter index: nil where nothing is offered.
    mutating func forgetExpired(in index: ChunkIndex?) {
        failed = index.map { index in failed.filter { $0.key >= index.oldest && $0.key <= index.newest } } ?? [:]
    }

    /// The retries that were due could not even be begun.
    mutating func postponeRetries(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        for (chunk, failure) in failed.sorted(by: { $0.key < $1.key }) where isOver(failure, at: now) {
            fail(chunk, at: now, using: &generator)
        }
    }

    /// When the next failed chunk is to be tried again.
    var nextRetry: UnixTime? { failed.values.map(\.retryAt).min() }

    private func isOver(_ failure: Failure, at now: UnixTime) -> Bool {
        // A clock set back by more than the longest delay must not hold a chunk back.
        failure.retryAt <= now || failure.retryAt.seconds(since: now) > Self.delay.longest
    }

    /// More are left for the next session.
    private static let maxAtOnce = 1000
    /// From a minute to four hours.
    private static let delay = RetryDelay(first: 60, longest: 14_400)
}
