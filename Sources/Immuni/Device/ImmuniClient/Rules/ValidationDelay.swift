import ClientKit
import ExposurePrimitives

/// The wait before another code may be validated: 5 s after the first refusal, doubling up to half an hour. It slows
/// down guessing other people's codes, so only refusals count, not connection failures.
struct ValidationDelay: Codable, Hashable, Sendable {
    private var refusals = 0
    private var lastRefusal: UnixTime?

    init() {}

    mutating func refused(at now: UnixTime) {
        refusals = isForgotten(at: now) ? 1 : refusals + 1
        lastRefusal = now
    }

    mutating func succeeded() {
        self = ValidationDelay()
    }

    /// Seconds still to wait; 0 if the owner may validate.
    func remaining(at now: UnixTime) -> Int64 {
        guard let lastRefusal, !isForgotten(at: now) else {
            return 0
        }
        let wait = RetryDelay.doubled(Self.first, times: refusals - 1, limit: Self.longest)
        return max(0, wait - now.seconds(since: lastRefusal))
    }

    /// Whether the refusals are forgotten: after a day, or if the clock was set back.
    private func isForgotten(at now: UnixTime) -> Bool {
        lastRefusal.map { !(0..<UnixTime.secondsPerDay).contains(now.seconds(since: $0)) } ?? true
    }

    /// Seconds.
    private static let first: Int64 = 5
    private static let longest: Int64 = 1800
}
