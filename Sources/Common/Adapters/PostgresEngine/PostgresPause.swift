import Foundation

/// The pauses between attempts: longer each time, and of random length, so that those who were in each other's way do
/// not meet again.
struct PostgresPause {
    private var attempts = 0
    private var lasting = 0

    /// The maximum number of attempts after violations of a unique key and after changed columns. Such a refusal that
    /// lasts is an error.
    private static let maxLasting = 3
    private static let longest = Duration.milliseconds(250)

    /// Whether another attempt may be made after `error`.
    mutating func isLeft(for error: PostgresError) -> Bool {
        if ["23505", "0A000"].contains(where: { error == .refused(state: $0) }) {
            lasting += 1
        }
        return lasting <= Self.maxLasting
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
