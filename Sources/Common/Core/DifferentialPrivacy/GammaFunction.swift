import Foundation

/// The regularised incomplete gamma function (Abramowitz and Stegun 1964, 6.5). Its values are the tails of Poisson
/// counts.
enum GammaFunction {
    /// P(shape, x): the probability that a Poisson count of mean x is at least `shape`.
    static func lower(_ shape: Double, _ x: Double) -> Double {
        guard x > 0 else {
            return 0
        }
        return x < shape + 1 ? series(shape, x) : 1 - fraction(shape, x)
    }

    /// Q(shape, x) = 1 − P(shape, x).
    static func upper(_ shape: Double, _ x: Double) -> Double {
        guard x > 0 else {
            return 1
        }
        return x < shape + 1 ? 1 - series(shape, x) : fraction(shape, x)
    }

    private static let precision = 1e-15
    private static let maxSteps = 1_000_000

    private static func series(_ shape: Double, _ x: Double) -> Double {
        var (term, sum) = (1 / shape, 1 / shape)
        for step in 1...maxSteps {
            term *= x / (shape + Double(step))
            sum += term
            guard term > sum * precision else {
                break
            }
        }
        return sum * exp(shape * log(x) - x - logarithm(shape))
    }

    /// Legendre's continued fraction, by Lentz's method.
    private static func fraction(_ shape: Double, _ x: Double) -> Double {
        let tiny = 1e-300
        var denominator = x + 1 - shape
        var (ratio, inverse) = (1 / tiny, 1 / denominator)
        var value = inverse
        for step in 1...maxSteps {
            let numerator = -Double(step) * (Double(step) - shape)
            denominator += 2
            inverse = 1 / nonzero(numerator * inverse + denominator, tiny)
            ratio = nonzero(denominator + numerator / ratio, tiny)
            value *= ratio * inverse
            guard abs(ratio * inverse - 1) > precision else {
                break
            }
        }
        return value * exp(shape * log(x) - x - logarithm(shape))
    }

    private static func nonzero(_ value: Double, _ tiny: Double) -> Double {
        abs(value) < tiny ? tiny : value
    }

    private static let stirlingTerms: [Double] = [
        1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360_360,
    ]

    /// ln Γ(x) for x > 0, by Stirling's series from x + 10 on: there, six terms give all digits.
    static func logarithm(_ x: Double) -> Double {
        var (shifted, product) = (x, 0.0)
        while shifted < 10 {
            product += log(shifted)
            shifted += 1
        }
        let square = 1 / (shifted * shifted)
        let tail = stirlingTerms.reversed().reduce(0.0) { sum, term in sum * square + term } / shifted
        return (shifted - 0.5) * log(shifted) - shifted + 0.5 * log(2 * Double.pi) + tail - product
    }
}
