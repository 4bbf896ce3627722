/// How often a request is repeated, and the pauses between attempts. A pause has a random length, so many processes do
/// not come back to an overloaded server at the same moment ("Exponential Backoff And Jitter", AWS Architecture
/// Blog, "full jitter").
package struct S3Retry: Sendable {
    /// At least 1.
    let attempts: Int
    /// The maximum pause before the second attempt. Each later one is twice as long, up to `longestPause`.
    let shortestPause: Duration
    let longestPause: Duration
    /// A random number from 0 to 1.
    let fraction: @Sendable () -> Double
    /// Waits, or throws if the task is cancelled.
    let wait: @Sendable (Duration) async throws -> Void

    package init(
        attempts: Int = 5,
        shortestPause: Duration = .milliseconds(200),
        longestPause: Duration = .seconds(5),
        fraction: @escaping @Sendable () -> Double,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.attempts = attempts
        self.shortestPause = shortestPause
        self.longestPause = longestPause
        self.fraction = fraction
        self.wait = wait
    }

    /// With the system's randomness and time.
    package static let system = S3Retry(fraction: { .random(in: 0...1) }, wait: { try await Task.sleep(for: $0) })

    /// The pause before attempt `number`, from 2.
    func pause(before number: Int, fraction: Double) -> Duration {
        let doublings = min(max(number - 2, 0), 20)
        return min(longestPause, shortestPause * (1 << doublings)) * min(max(fraction, 0), 1)
    }
}
