import ClientKit
import ExposurePrimitives

/// The time of the next download: a random moment of the next interval, or sooner after a failure.
struct DownloadSchedule: Codable, Hashable, Sendable {
    private(set) var next: UnixTime
    private var failures = 0

    /// A new phone downloads at once.
    init(at now: UnixTime) {
        next = now
    }

    /// Whether a download is due. However many were missed, one makes up for them.
    ///
    /// - Parameter interval: seconds between two downloads.
    func isDue(at now: UnixTime, interval: Int) -> Bool {
        // Nothing is drawn further ahead than two intervals, unless the clock was set back since.
        next <= now || next.seconds(since: now) > 2 * Int64(max(interval, 1))
    }

    /// Draws the time in the next interval, after a session that reached the server.
    mutating func succeeded(at now: UnixTime, interval: Int, using generator: inout some RandomNumberGenerator) {
        failures = 0
        next = IntervalSchedule(length: Int64(interval)).draw(after: now, using: &generator)
    }

    /// Draws the time of a retry. Pauses grow up to the interval.
    mutating func failed(at now: UnixTime, interval: Int, using generator: inout some RandomNumberGenerator) {
        failures += 1
        let delay = RetryDelay(first: Self.firstRetry, longest: Int64(max(interval, 1)))
        next = now.advanced(bySeconds: delay.draw(afterFailures: failures, using: &generator))
    }

    /// Seconds.
    private static let firstRetry: Int64 = 60
}
