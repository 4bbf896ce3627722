public import ExposurePrimitives

/// The time by which things are destroyed, released or withdrawn. What does any of these takes the time from here, and
/// from no other clock.
public protocol TrustedClock: Sendable {
    /// The present moment. Throws `ClockHold` while the clock is not trusted, or the store's error.
    func trustedNow() async throws -> UnixTime

    /// The present moment where the clock is trusted, and otherwise the latest that was: for answers that cannot wait. It
    /// does not go back with a small correction of the clock.
    func latestTrusted() -> UnixTime

    /// Whether the clock is trusted now.
    var isTrusted: Bool { get }
}

/// A clock that is believed whatever it shows: of tests and simulations, which move theirs.
public struct UnguardedClock: TrustedClock {
    private let clock: any WallClock

    public init(_ clock: any WallClock) {
        self.clock = clock
    }

    public func trustedNow() -> UnixTime { clock.now() }
    public func latestTrusted() -> UnixTime { clock.now() }
    public var isTrusted: Bool { true }
}
