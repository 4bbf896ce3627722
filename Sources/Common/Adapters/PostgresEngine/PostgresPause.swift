import Foundation

/// The pauses between attempts: longer each time, and of random length, so that those who were in each other's way do
/// not meet again.
struct PostgresPause {
    private var attempts = 0
    private var violations = 0

    /// The maximum number of attempts after violations of a unique key. One that lasts is no conflict but an error.
    private static let maxViolations = 3
    private static let longest = Duration.milliseconds(250)

    /// Whether another attempt may be made after `error`.
    mutating func isLeft(for error: PostgresError) -> Bool {
        if error == .refused(state: "23505") {
            violations += 1
        }
        return violations <= Self.maxViolations
    }

    mutating func wait(until end: ContinuousClock.Instant) {
        attempts += 1
        let most = min(Self.longest, .milliseconds(1) * (1 << min(attempts, 8)))
        let length = most * Double.random(in: 0.5...1)
        let left = ContinuousClock.now.duration(to: end)
        // The thread belongs to the connections of one database, which wait by blocking. No task runs on it.
        Thread.sleep(forTimeInterval: max(0, min(length, left) / .seconds(1)))
    }
}
