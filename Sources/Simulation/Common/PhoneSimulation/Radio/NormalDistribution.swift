import Foundation

/// The standard normal distribution, as radio models need it.
enum NormalDistribution {
    /// The probability of a value up to `x`.
    static func cumulative(_ x: Double) -> Double { erfc(-x / 2.squareRoot()) / 2 }

    /// One value, by the Box–Muller transform.
    static func sample(using generator: inout some RandomNumberGenerator) -> Double {
        // 0 is excluded, because it has no logarithm.
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
    }
}
