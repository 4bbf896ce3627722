/// The wait after failures in a row: doubling from `first` to `longest`, and half of it random. So phones that failed
/// together do not retry together.
public struct RetryDelay: Sendable {
    /// Seconds, 0 or more.
    public let first: Int64
    public let longest: Int64

    /// A negative number counts as 0.
    public init(first: Int64, longest: Int64) {
        self.first = max(first, 0)
        self.longest = max(longest, 0)
    }

    /// Seconds.
    ///
    /// - Parameter failures: at least 1.
    public func draw(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Int64 {
        let full = Self.doubled(first, times: failures - 1, limit: longest)
        return full - Int64.random(in: 0...(full / 2), using: &generator)
    }

    /// `value`·2^`times`, at most `limit`.
    public static func doubled(_ value: Int64, times: Int, limit: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 1 << Int64(min(max(times, 0), 61)))
        return overflow ? limit : min(product, limit)
    }
}
