import Foundation

/// Noise for whole numbers: P(x) = (1 − q) / (1 + q) · q^|x| with q = e^(−ε/C).
///
/// One person changes a count by at most C. With this noise the sum of such counts is ε-differentially private
/// (Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, 2020, Definition 25 and Lemma 26;
/// Ghosh, Roughgarden and Sundararajan, 2009).
public struct DiscreteLaplace: Hashable, Sendable {
    /// ε.
    public let epsilon: Millionths
    /// C: the most by which one person changes all counts that get such noise together.
    public let sensitivity: Int
    /// ε/C in lowest terms.
    private let numerator: UInt64
    private let denominator: UInt64

    /// Nil unless ε is above 0 and at most 100, and the sensitivity from 1 to 1000.
    public init?(epsilon: Millionths, sensitivity: Int = 1) {
        guard epsilon.count > 0, epsilon.count <= 100 * Millionths.unit, (1...1000).contains(sensitivity) else {
            return nil
        }
        self.epsilon = epsilon
        self.sensitivity = sensitivity
        let (epsilonCount, scale) = (UInt64(epsilon.count), UInt64(sensitivity) * UInt64(Millionths.unit))
        let divisor = Self.greatestCommonDivisor(epsilonCount, scale)
        numerator = epsilonCount / divisor
        denominator = scale / divisor
    }

    private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}

// MARK: - Drawing

extension DiscreteLaplace {
    /// Draws from exactly this distribution, with whole numbers alone.
    ///
    /// The rounding of floating point could reveal which count is behind a result (Mironov 2012; Canonne, Kamath and
    /// Steinke 2020, Algorithm 2).
    public func sample(using generator: inout some RandomNumberGenerator) -> Int {
        while true {
            let remainder = UInt64.random(in: 0..<denominator, using: &generator)
            guard Self.bernoulliOfExponential(remainder, denominator, using: &generator) else {
                continue
            }
            var quotient: UInt64 = 0
            while Self.bernoulliOfExponential(1, 1, using: &generator) {
                quotient += 1
            }
            // A quotient of 10 000 has probability e^-10000, so this stays far from the end of the range.
            let magnitude = Int((remainder + denominator * quotient) / numerator)
            let isNegative = UInt64.random(in: 0..<2, using: &generator) == 1
            if !(isNegative && magnitude == 0) {
                return isNegative ? -magnitude : magnitude
            }
        }
    }

    /// Is true with probability e^(−numerator/denominator), for a ratio from 0 to 1 (Algorithm 1 there, after von
    /// Neumann).
    ///
    /// Each step draws an event that is rarer than the one before. The first step without its event is odd with just
    /// this probability.
    private static func bernoulliOfExponential(
        _ numerator: UInt64,
        _ denominator: UInt64,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        var step: UInt64 = 1
        while UInt64.random(in: 0..<denominator * step, using: &generator) < numerator {
            step += 1
        }
        return !step.isMultiple(of: 2)
    }
}

// MARK: - The distribution

extension DiscreteLaplace {
    /// ε/C.
    var rate: Double { Double(numerator) / Double(denominator) }

    /// The probability of `value`.
    public func probability(of value: Int) -> Double {
        // (1 − q) / (1 + q) is tanh(rate / 2), which loses no precision if the rate is small.
        tanh(rate / 2) * exp(-rate * Double(value.magnitude))
    }

    /// The probability of at most `halfWidth`, whatever the sign.
    func coverage(halfWidth: Int) -> Double {
        1 - 2 * exp(-rate * (Double(halfWidth) + 1)) / (1 + exp(-rate))
    }

    /// 2q / (1 − q)².
    var variance: Double {
        2 * exp(-rate) / (expm1(-rate) * expm1(-rate))
    }

    /// The characteristic function, E cos(θx).
    func characteristic(at angle: Double) -> Double {
        // 1 − 2q cos θ + q² is (1 − q)² + 4q sin²(θ/2).
        let gap = expm1(-rate) * expm1(-rate)
        let sine = sin(angle / 2)
        return gap / (gap + 4 * exp(-rate) * sine * sine)
    }

    /// The logarithm of E e^(tx); infinite from |t| = ε/C on.
    func logMoment(at parameter: Double) -> Double {
        guard abs(parameter) < rate else {
            return .infinity
        }
        return 2 * log(-expm1(-rate)) - log(-expm1(parameter - rate)) - log(-expm1(-parameter - rate))
    }
}
