/// Counts durations in buckets whose width grows with the value, like HdrHistogram by Gil Tene.
///
/// Values are whole microseconds from 0 to ``maxValue``. Values below 2048 are exact. Each later power of two has 1024
/// buckets, so every reported value is above the recorded one by less than a thousandth of it. The size is bounded:
/// 23 552 counters at the most.
public struct LatencyHistogram: Hashable, Sendable {
    /// Counters by bucket, as many as the greatest value needs.
    private var counts: [UInt64] = []
    /// The number of recorded values.
    public private(set) var count: UInt64 = 0
    /// The greatest recorded value in microseconds; 0 if there is none.
    public private(set) var max: Int64 = 0

    public init() {}

    /// Counts a value. A negative value counts as 0, a value above ``maxValue`` as ``maxValue``.
    public mutating func record(microseconds: Int64) {
        record(microseconds: microseconds, times: 1)
    }

    /// Counts a value several times. Counters stop at their maximum.
    public mutating func record(microseconds: Int64, times: UInt64) {
        guard times > 0 else {
            return
        }
        let value = Swift.min(Swift.max(microseconds, 0), Self.maxValue)
        let bucket = Self.bucket(of: value)
        grow(to: bucket + 1)
        counts[bucket] = counts[bucket].addingCapped(times)
        count = count.addingCapped(times)
        max = Swift.max(max, value)
    }

    /// Adds everything that `other` has counted, as if it had been counted here.
    public mutating func merge(_ other: LatencyHistogram) {
        grow(to: other.counts.count)
        for (bucket, added) in other.counts.enumerated() {
            counts[bucket] = counts[bucket].addingCapped(added)
        }
        count = count.addingCapped(other.count)
        max = Swift.max(max, other.max)
    }

    /// The value, in microseconds, that a share of all values does not exceed; nil without values.
    ///
    /// It is the greatest value of the bucket that has the `⌈share × count⌉`-th smallest value, but not above ``max``.
    ///
    /// - Parameter share: from 0 to 1. Values outside count as the nearest one, and a value that is no number as 1.
    public func quantile(_ share: Double) -> Int64? {
        guard count > 0 else {
            return nil
        }
        let rank = rank(of: share)
        var seen: UInt64 = 0
        for (bucket, found) in counts.enumerated() {
            seen = seen.addingCapped(found)
            if seen >= rank {
                return Swift.min(Self.greatestValue(in: bucket), max)
            }
        }
        return max
    }

    private func rank(of share: Double) -> UInt64 {
        // A comparison with a value that is no number is false.
        guard share < 1 else {
            return count
        }
        let exact = (Swift.max(share, 0) * Double(count)).rounded(.up)
        return Swift.max(1, UInt64(exactly: exact).map { Swift.min($0, count) } ?? count)
    }

    private mutating func grow(to size: Int) {
        if counts.count < size {
            counts += repeatElement(0, count: size - counts.count)
        }
    }

    /// 71 minutes, in microseconds: longer than anybody waits for an answer.
    public static let maxValue: Int64 = (1 << 32) - 1
}

// MARK: - Buckets

extension LatencyHistogram {
    /// The number of a value's bucket. The first 2048 have one value each, and each next 1024 are twice as wide.
    static func bucket(of value: Int64) -> Int {
        let shift = Swift.max(0, Int64.bitWidth - value.leadingZeroBitCount - exactBits)
        return shift * half + Int(value >> Int64(shift))
    }

    /// The greatest value of a bucket.
    static func greatestValue(in bucket: Int) -> Int64 {
        let shift = Swift.max(0, bucket / half - 1)
        return (Int64(bucket - shift * half + 1) << Int64(shift)) - 1
    }

    /// Values of so many bits are exact.
    private static let exactBits = 11
    /// Buckets of each further bit.
    private static let half = 1 << (exactBits - 1)
}

extension UInt64 {
    fileprivate func addingCapped(_ other: UInt64) -> UInt64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
