import Foundation

/// Waiting times without memory: the rest of the wait has the same distribution at every moment.
struct Exponential {
    /// Seconds, not negative.
    let mean: Int

    /// Whole seconds, at most a century.
    func draw(using generator: inout some RandomNumberGenerator) -> Int64 {
        let uniform = Double.random(in: 0..<1, using: &generator)
        let seconds = -Double(max(mean, 0)) * log1p(-uniform)
        return Int64(min(seconds, Self.longest).rounded())
    }

    private static let longest = 100 * 365.25 * 86_400
}
