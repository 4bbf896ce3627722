import Foundation

/// Confidence limits for the mean of a count.
public enum PoissonLimits {
    /// The smallest mean with which `count` or more has the probability `tail` (Garwood 1936).
    public static func lower(count: Int, tail: Double) -> Double {
        guard count > 0 else {
            return 0
        }
        return root(from: 0, to: Double(count)) { mean in GammaFunction.lower(Double(count), mean) < tail }
    }

    /// The greatest mean with which `count` or fewer has the probability `tail`.
    public static func upper(count: Int, tail: Double) -> Double {
        let start = Double(max(count, 0))
        return root(from: start, to: start + 10 * start.squareRoot() + 100) { mean in
            GammaFunction.upper(start + 1, mean) > tail
        }
    }

    /// Limits for the mean of a weighted sum of counts, from the sum in units of its greatest weight. Each limit misses
    /// the mean with a probability of `tail` at most.
    ///
    /// The limits follow from Chernoff's inequality. Of all such sums with weights up to 1 and the same mean, the plain
    /// Poisson count has the greatest moments, because e^(λw) − 1 ≤ w (e^λ − 1) for 0 ≤ w ≤ 1. The limits therefore
    /// hold for binomial counts, too.
    public static func weighted(sum: Double, tail: Double) -> (lower: Double, upper: Double) {
        let surprise = -log(tail)
        func distance(_ mean: Double) -> Double {
            sum > 0 ? mean - sum + sum * log(sum / mean) : mean
        }
        let lower = sum > 0 ? root(from: 0, to: sum) { distance($0) > surprise } : 0
        let upper = root(from: sum, to: sum + 10 * sum.squareRoot() + 100) { distance($0) < surprise }
        return (lower, upper)
    }

    /// The range of a Poisson count of the given means. The count is below it, and also above it, with a probability of
    /// `tail` at most.
    public static func prediction(lowerMean: Double, upperMean: Double, tail: Double) -> (lower: Int, upper: Int) {
        let lower = integerRoot { count in lowerMean > 0 && GammaFunction.upper(count + 1, lowerMean) <= tail }
        let upper = integerRoot { count in upperMean > 0 && GammaFunction.upper(count + 1, upperMean) < 1 - tail }
        return (lower, upper)
    }

    /// The place in `from…to` before which `isBefore` holds.
    private static func root(from: Double, to: Double, isBefore: (Double) -> Bool) -> Double {
        var (low, high) = (from, to)
        for _ in 0..<100 where high - low > 1e-9 * max(1, high) {
            let middle = (low + high) / 2
            if isBefore(middle) {
                low = middle
            } else {
                high = middle
            }
        }
        return (low + high) / 2
    }

    /// The first whole number for which `isBefore` does not hold.
    private static func integerRoot(isBefore: (Double) -> Bool) -> Int {
        guard isBefore(0) else {
            return 0
        }
        var (low, high) = (0, 1)
        while isBefore(Double(high)), high < 1 << 40 {
            (low, high) = (high, high * 2)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(Double(middle)) {
                low = middle
            } else {
                high = middle
            }
        }
        return high
    }
}
