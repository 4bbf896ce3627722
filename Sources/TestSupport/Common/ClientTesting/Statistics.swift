import Foundation

/// Measures how well samples fit a distribution.
package enum Statistics {
    /// The Kolmogorov-Smirnov statistic times √n. If samples follow the distribution, one set in a thousand gives more
    /// than 1.95.
    package static func kolmogorovSmirnov(_ samples: [Double], _ distribution: (Double) -> Double) -> Double {
        let sorted = samples.sorted()
        let count = Double(sorted.count)
        let distances = sorted.enumerated().map { offset, sample in
            let expected = distribution(sample)
            return max(abs(Double(offset + 1) / count - expected), abs(Double(offset) / count - expected))
        }
        return (distances.max() ?? 1) * count.squareRoot()
    }

    /// The distribution of an exponential waiting time rounded to whole seconds.
    package static func exponential(mean: Double) -> (Double) -> Double {
        { 1 - exp(-max($0 + 0.5, 0) / mean) }
    }

    /// The difference between a count and its expected value, in standard deviations.
    package static func deviation(_ count: Int, of total: Int, probability: Double) -> Double {
        let expected = Double(total) * probability
        return abs(Double(count) - expected) / (expected * (1 - probability)).squareRoot()
    }

    package static let limit = 1.95
}
