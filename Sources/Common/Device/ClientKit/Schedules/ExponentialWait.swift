import Foundation

/// Waiting times without memory: the rest of the wait has the same distribution at every moment.
public struct ExponentialWait: Sendable {
    /// Seconds, not negative.
    public let mean: Int

    public init(mean: Int) {
        self.mean = mean
    }

    /// Whole seconds, at most a century.
    public func draw(using generator: inout some RandomNumberGenerator) -> Int64 {
        let uniform = Double.random(in: 0..<1, using: &generator)
        let seconds = -Double(max(mean, 0)) * log1p(-uniform)
        return Int64(min(seconds, Self.longest).rounded())
    }

    private static let longest = 100 * 365.25 * 86_400
}
