/// A ten-minute interval since the epoch: GAEN's ENIntervalNumber (Cryptography Specification v1.2,
/// "ENIntervalNumber").
///
/// ```swift
/// let interval = IntervalNumber(clamping: UnixTime(1_700_000_000))
/// print(interval.rawValue, interval.start, interval.startOfDay.start.utcDay)
/// ```
public struct IntervalNumber: Hashable, Comparable, Sendable {
    /// floor(Unix seconds / 600).
    public let rawValue: UInt32

    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The interval that contains `time`. Moments outside the 32-bit range become its nearer end.
    public init(clamping time: UnixTime) {
        rawValue = UInt32(clamping: time.seconds.flooredQuotient(by: Self.seconds))
    }

    public static func < (lhs: IntervalNumber, rhs: IntervalNumber) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// The first moment of the interval.
    public var start: UnixTime {
        UnixTime(Int64(rawValue) * Self.seconds)
    }

    /// The interval `count` later (or earlier, when negative), or nil outside the 32-bit range.
    public func advanced(by count: Int) -> IntervalNumber? {
        let (sum, overflow) = Int(rawValue).addingReportingOverflow(count)
        return overflow ? nil : UInt32(exactly: sum).map(IntervalNumber.init)
    }

    /// The first interval of the UTC day, in which the framework starts a Temporary Exposure Key: floor(ENIN / 144) ×
    /// 144.
    public var startOfDay: IntervalNumber {
        IntervalNumber(rawValue - rawValue % Self.perDay)
    }

    /// Length of an interval in seconds.
    public static let seconds: Int64 = 600
    /// Intervals in 24 hours, GAEN's TEKRollingPeriod.
    public static let perDay: UInt32 = 144
}
