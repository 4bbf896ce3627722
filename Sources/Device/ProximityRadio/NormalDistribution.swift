import Foundation

/// The standard normal distribution, as radio models need it.
enum NormalDistribution {
    /// The probability of a value up to `x`.
    static func cumulative(_ x: Double) -> Double {
        erfc(-x / 2.squareRoot()) / 2
    }

    /// One value, by the Box–Muller transform.
    static func sample(using generator: inout some RandomNumberGenerator) -> Double {
        // 0 is excluded, because it has no logarithm.
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
    }

    /// Mean and variance of the greatest of `count` values, at least one, by integrating its density over ±8.
    static func greatest(of count: Int) -> (mean: Double, variance: Double) {
        let steps = 4000
        let width = 16.0 / Double(steps)
        var (first, second) = (0.0, 0.0)
        for step in 0...steps {
            let x = -8 + Double(step) * width
            let density = exp(-x * x / 2) / (2 * .pi).squareRoot()
            let weight = Double(count) * density * pow(cumulative(x), Double(count - 1)) * width
            first += x * weight
            second += x * x * weight
        }
        return (first, second - first * first)
    }
}
