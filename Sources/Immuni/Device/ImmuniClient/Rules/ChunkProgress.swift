import ClientKit
import ExposurePrimitives
import ImmuniAPI

/// The TEK Chunks that the phone has finished. All chunks on offer are fetched, none twice. A chunk that failed is
/// retried on its own until it is processed or expires.
struct ChunkProgress: Codable, Hashable, Sendable {
    /// Every chunk up to this one is finished, except those in `failed`.
    private(set) var newest = 0
    private var failed: [Int: Failure] = [:]

    struct Failure: Codable, Hashable, Sendable {
        var count: Int
        var retryAt: UnixTime
    }

    /// The chunks to fetch now, oldest first: new ones, and failed ones whose waiting time is over.
    ///
    /// - Parameter retriesOnly: leaves new ones for the next session.
    func due(in index: ChunkIndex, at now: UnixTime, retriesOnly: Bool = false) -> [Int] {
        let retries = failed.filter { $0.key >= index.oldest && $0.key <= index.newest && isOver($0.value, at: now) }
        // Chunks that left the index are older than anything that the phone has stored.
        let first = max(newest + 1, index.oldest)
        guard first <= index.newest, !retriesOnly else {
            return retries.keys.sorted()
        }
        let last = index.newest - first < Self.maxAtOnce ? index.newest : first + Self.maxAtOnce - 1
        return retries.keys.sorted() + Array(first...last)
    }

    /// Records a chunk that was processed, or that expired. New chunks are recorded in order.
    mutating func finish(_ chunk: Int) {
        failed[chunk] = nil
        newest = max(newest, chunk)
    }

    /// Records that a chunk was not available or was refused.
    mutating func fail(_ chunk: Int, at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        let count = (failed[chunk]?.count ?? 0) + 1
        let delay = Self.delay.draw(afterFailures: count, using: &generator)
        failed[chunk] = Failure(count: count, retryAt: now.advanced(bySeconds: delay))
        newest = max(newest, chunk)
    }

    /// Deletes failed chunks that are not on offer any more.
    ///
    /// - Parameter index: nil if nothing is on offer.
    mutating func forgetExpired(in index: ChunkIndex?) {
        failed = index.map { index in failed.filter { $0.key >= index.oldest && $0.key <= index.newest } } ?? [:]
    }

    /// Delays the due retries, which could not even begin.
    mutating func postponeRetries(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        for (chunk, failure) in failed.sorted(by: { $0.key < $1.key }) where isOver(failure, at: now) {
            fail(chunk, at: now, using: &generator)
        }
    }

    /// The time of the next retry of a failed chunk.
    var nextRetry: UnixTime? { failed.values.map(\.retryAt).min() }

    private func isOver(_ failure: Failure, at now: UnixTime) -> Bool {
        // If the clock is set back by more than the longest delay, the chunk must not wait.
        failure.retryAt <= now || failure.retryAt.seconds(since: now) > Self.delay.longest
    }

    /// The maximum number of chunks in one session. More are left for the next session.
    private static let maxAtOnce = 1000
    /// From a minute to four hours.
    private static let delay = RetryDelay(first: 60, longest: 14_400)
}
