public import ExposurePrimitives

/// The error for a clock that is not trusted. Work that destroys or releases data waits until the clock is trusted
/// again.
public struct ClockHold: Error, Hashable, Sendable {
    /// The seconds by which the clock is ahead of the expected time; negative if it is behind.
    public let deviation: Int64
    /// The latest trusted moment.
    public let mark: UnixTime
    /// The start of the hold, by the clock that is not trusted.
    public let since: UnixTime
    /// The remaining seconds of the grace time.
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

    /// The deviation in words, for example `20 days ahead`.
    public var difference: String {
        let size = abs(deviation)
        let days = (size + UnixTime.secondsPerDay / 2) / UnixTime.secondsPerDay
        let length = size >= TimeTrust.tolerance ? "\(days) days" : "\(size) seconds"
        return "\(length) \(deviation < 0 ? "behind" : "ahead")"
    }
}
