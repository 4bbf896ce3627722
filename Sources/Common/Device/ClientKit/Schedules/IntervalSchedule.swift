public import ExposurePrimitives

/// The times of downloads of files that a server publishes at the end of each interval, such as an hour.
///
/// A phone fetches at the end of the interval plus a random part of its length. So the requests of all phones are
/// spread evenly over the next interval.
public struct IntervalSchedule: Sendable {
    /// Seconds, at least 1. Intervals begin at multiples of it since 1970.
    public let length: Int64

    public init(length: Int64) {
        self.length = max(length, 1)
    }

    /// The time of the next download: in the interval after the one that `now` is in.
    public func draw(after now: UnixTime, using generator: inout some RandomNumberGenerator) -> UnixTime {
        let (quotient, remainder) = now.seconds.quotientAndRemainder(dividingBy: length)
        let start = (remainder < 0 ? quotient - 1 : quotient) * length
        return UnixTime(start).advanced(bySeconds: length + Int64.random(in: 0..<length, using: &generator))
    }
}
