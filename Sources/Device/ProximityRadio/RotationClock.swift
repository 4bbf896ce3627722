public import ExposurePrimitives

/// Says when a phone must change what it broadcasts: a new identifier every ten-minute interval, a new key every UTC
/// day (Cryptography Specification v1.2.1: TEKRollingPeriod 144, keys start at multiples of it).
public struct RotationClock: Sendable {
    private var current: IntervalNumber?

    public init() {}

    /// What changes at `time` against the last call; the first call changes everything.
    ///
    /// Going back in time counts as a change too, so that a phone whose clock was set back never broadcasts an
    /// identifier of another interval.
    public mutating func advance(to time: UnixTime) -> Rotation {
        let interval = IntervalNumber(clamping: time)
        defer { current = interval }
        guard let current, current.startOfDay == interval.startOfDay else {
            return .keyAndIdentifier(interval)
        }
        return current == interval ? .none : .identifier(interval)
    }

    /// What a phone has to derive anew, and for which interval.
    public enum Rotation: Hashable, Sendable {
        case none
        case identifier(IntervalNumber)
        case keyAndIdentifier(IntervalNumber)
    }
}
