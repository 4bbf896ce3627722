import Foundation

/// A weighted sum of released leaves, with intervals for the value that it estimates.
///
/// Weights turn uploads into phones: 1 ÷ (sampling rate × share of the month). The order of the leaves does not matter.
/// The sum over a hierarchy is the sum of its parts.
public struct ProtectedSum: Sendable {
    private struct Kind: Hashable {
        let weight: Double
        let noise: DiscreteLaplace
    }

    /// The sums of whole numbers, so that the order of adding does not matter.
    private var kinds: [Kind: (sum: Int, leaves: Int)] = [:]

    public init() {}

    /// Adds a released leaf.
    ///
    /// - Parameter weight: above 0.
    public mutating func add(_ value: Int, noise: DiscreteLaplace, weight: Double = 1) {
        let old = kinds[Kind(weight: weight, noise: noise), default: (0, 0)]
        kinds[Kind(weight: weight, noise: noise)] = (old.sum + value, old.leaves + 1)
    }

    public mutating func add(_ other: ProtectedSum) {
        for (kind, part) in other.kinds {
            let old = kinds[kind, default: (0, 0)]
            kinds[kind] = (old.sum + part.sum, old.leaves + part.leaves)
        }
    }

    /// The same leaves with other weights.
    public func scaled(by factor: Double) -> ProtectedSum {
        var scaled = ProtectedSum()
        for (kind, part) in kinds {
            scaled.kinds[Kind(weight: kind.weight * factor, noise: kind.noise)] = part
        }
        return scaled
    }

    /// The standard deviation of the noise.
    public var noiseDeviation: Double {
        kinds.reduce(0) { sum, kind in
            sum + kind.key.weight * kind.key.weight * kind.key.noise.variance * Double(kind.value.leaves)
        }.squareRoot()
    }

    public var isEmpty: Bool { kinds.isEmpty }

    /// The sum, noise included: it may be negative.
    public var value: Double {
        // In the order of the weights, so that equal sums are equal to the last digit.
        kinds.sorted { ($0.key.weight, $0.value.sum) < ($1.key.weight, $1.value.sum) }
            .reduce(0) { $0 + $1.key.weight * Double($1.value.sum) }
    }

    /// An interval that contains the sum without its noise, with at least the probability `level`.
    ///
    /// Both ends are at least 0, because sums of counts are. The interval still contains the sum as often.
    public func noiseInterval(level: Double) -> ClosedRange<Double> {
        let halfWidth = noiseHalfWidth(level: level)
        return max(0, value - halfWidth)...max(0, value + halfWidth)
    }

    /// An interval that contains the mean of the sum with at least the probability `level`, if the counts are a Poisson
    /// or binomial sample.
    ///
    /// The noise and the sample each get half of the probability of failure. Both parts are added up (union bound).
    public func interval(level: Double) -> ClosedRange<Double> {
        let failure = 1 - level
        let noise = noiseInterval(level: 1 - failure / 2)
        guard let weight = kinds.keys.map(\.weight).max() else {
            return 0...0
        }
        let (least, max) = (noise.lowerBound / weight, noise.upperBound / weight)
        guard isUniform else {
            return PoissonLimits.weighted(sum: least, tail: failure / 4).lower * weight...PoissonLimits.weighted(
                sum: max,
                tail: failure / 4
            ).upper * weight
        }
        return PoissonLimits.lower(count: Int(least.rounded()), tail: failure / 4) * weight...PoissonLimits.upper(
            count: Int(max.rounded()),
            tail: failure / 4
        ) * weight
    }

    private var isUniform: Bool { Set(kinds.keys.map(\.weight)).count <= 1 }

    /// The half width of the noise: exact if all weights are one, otherwise Chernoff's bound, about a third more.
    private func noiseHalfWidth(level: Double) -> Double {
        guard isUniform else {
            return chernoffHalfWidth(level: level)
        }
        let weight = kinds.keys.first?.weight ?? 1
        let leaves = Dictionary(uniqueKeysWithValues: kinds.map { ($0.key.noise, $0.value.leaves) })
        return weight * Double(LaplaceSum(leaves).halfWidth(level: level))
    }

    /// The minimum of (ln E e^(tS) + ln 2/α) / t over t. Each t gives a valid bound, so an inexact search only costs
    /// width.
    private func chernoffHalfWidth(level: Double) -> Double {
        let surprise = log(2 / (1 - level))
        let max = kinds.keys.map { $0.noise.rate / $0.weight }.min() ?? 1
        func width(_ parameter: Double) -> Double {
            let moment = kinds.reduce(0) { sum, kind in
                sum + Double(kind.value.leaves) * kind.key.noise.logMoment(at: parameter * kind.key.weight)
            }
            return (moment + surprise) / parameter
        }
        // The search runs over the exponent: the best parameter may be smaller than the greatest by orders of
        // magnitude.
        var (low, high) = (log(max) - 20, log(max))
        for _ in 0..<80 {
            let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
            if width(exp(first)) < width(exp(second)) {
                high = second
            } else {
                low = first
            }
        }
        return width(exp(low))
    }
}
