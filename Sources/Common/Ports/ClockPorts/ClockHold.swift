public import ExposurePrimitives

/// A clock that is not trusted: what destroys and releases waits until it is.
public struct ClockHold: Error, Hashable, Sendable {
    /// Seconds by which the clock is ahead of the expected time; negative behind it.
    public let deviation: Int64
    /// The latest moment that was trusted.
    public let mark: UnixTime
    /// When the hold began, by the clock that is not trusted.
    public let since: UnixTime
    /// Seconds of the grace time that are left.
    public let left: Int64

    public init(deviation: Int64, mark: UnixTime, since: UnixTime, left: Int64) {
        self.deviation = deviation
        self.mark = mark
        self.since = since
        self.left = left
    }
}

extension ClockHold: CustomStringConvertible {
    public var description: String {
        "the clock is held: it is \(difference) of the expected time, and was last trusted at \(mark); nothing is deleted, "
            + "published or released (avviso clock status says more, avviso clock confirm ends it)"
    }

    /// For example `20 days ahead`.
    public var difference: String {
        let size = abs(deviation)
        let days = (size + UnixTime.secondsPerDay / 2) / UnixTime.secondsPerDay
        let length = size >= TimeTrust.tolerance ? "\(days) days" : "\(size) seconds"
        return "\(length) \(deviation < 0 ? "behind" : "ahead")"
    }
}
