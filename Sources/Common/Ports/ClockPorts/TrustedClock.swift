public import ExposurePrimitives

/// The clock for all work that destroys, releases or withdraws something. Such work uses no other clock.
public protocol TrustedClock: Sendable {
    /// The present moment. Throws `ClockHold` while the clock is not trusted, or the store's error.
    func trustedNow() async throws -> UnixTime

    /// The present moment if the clock is trusted, otherwise the latest trusted one: for answers that cannot wait.
    ///
    /// It does not go back with a small correction of the clock.
    func latestTrusted() -> UnixTime

    /// Whether the clock is trusted now.
    var isTrusted: Bool { get }
}

/// A clock that is always trusted, for tests and simulations, which control their own time.
public struct UnguardedClock: TrustedClock {
    private let clock: any WallClock

    public init(_ clock: any WallClock) {
        self.clock = clock
    }

    public func trustedNow() -> UnixTime { clock.now() }
    public func latestTrusted() -> UnixTime { clock.now() }
    public var isTrusted: Bool { true }
}
