import ExposurePrimitives

/// The wait after failures in a row: doubling from `first` to `longest`, and half of it random. So phones that failed
/// together do not retry together.
struct RetryDelay {
    /// Seconds.
    let first: Int64
    let longest: Int64

    /// - Parameter failures: at least 1.
    func draw(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Int64 {
        let full = Self.doubled(first, times: failures - 1, limit: longest)
        return full - Int64.random(in: 0...(full / 2), using: &generator)
    }

    /// `value`·2^`times`, at most `limit`.
    static func doubled(_ value: Int64, times: Int, limit: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 1 << Int64(min(max(times, 0), 61)))
        return overflow ? limit : min(product, limit)
    }
}
