import CoronaWarnAPI
import ExposurePrimitives
import Synchronization

/// Counts the answers that each partner gets within an hour, so that none keeps the server busy.
final class BatchAllowance: Sendable {
    private let counts = Mutex<[RegionCode: (hour: Int64, count: Int)]>([:])

    /// Counts an answer at `now`; nil if the partner may have it, otherwise the seconds until it may.
    func secondsToWait(_ country: RegionCode, now: UnixTime) -> Int64? {
        let hour = now.seconds / 3600
        return counts.withLock { counts in
            let count = counts[country].map { $0.hour == hour ? $0.count : 0 } ?? 0
            guard count < Self.perHour else {
                return (hour + 1) * 3600 - now.seconds
            }
            counts[country] = (hour, count + 1)
            return nil
        }
    }

    /// A partner that begins again gets all batches of fourteen days within the hour.
    static let perHour = 1000
}
