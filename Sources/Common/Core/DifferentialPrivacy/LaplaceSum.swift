import Foundation
import Synchronization

/// The noise of a sum of released leaves, with its exact distribution on the whole numbers.
public struct LaplaceSum: Hashable, Sendable {
    /// How many leaves have which noise.
    private let leaves: [DiscreteLaplace: Int]

    public init(_ noise: DiscreteLaplace, leaves: Int) {
        self.init([noise: leaves])
    }

    /// Leaves may be of several kinds, for example of days with another ε.
    public init(_ leaves: [DiscreteLaplace: Int]) {
        self.leaves = leaves.filter { $0.value > 0 }
    }

    /// The smallest number that the noise does not exceed, whatever its sign, with at least the probability `level`
    /// (below 1).
    public func halfWidth(level: Double) -> Int {
        let question = Question(sum: self, level: level)
        if let known = Self.known.withLock({ $0[question] }) {
            return known
        }
        let width = computedHalfWidth(level: level)
        Self.known.withLock { known in
            if known.count >= Self.maxKnownCount {
                known.removeAll()
            }
            known[question] = width
        }
        return width
    }

    private struct Question: Hashable {
        let sum: LaplaceSum
        let level: Double
    }

    /// Half widths that were computed before. A report asks for few different ones, repeatedly for each of its places
    /// and days.
    private static let known = Mutex<[Question: Int]>([:])
    private static let maxKnownCount = 4096

    private func computedHalfWidth(level: Double) -> Int {
        var (below, enough) = (-1, period / 2)
        while enough - below > 1 {
            let middle = (below + enough) / 2
            if coverage(halfWidth: middle) >= level {
                enough = middle
            } else {
                below = middle
            }
        }
        return enough
    }

    /// The probability that the noise is at most `halfWidth`, whatever its sign; to about twelve decimals.
    ///
    /// The convolution of the leaves is a product of their characteristic functions. The inverse Fourier transform
    /// covers a period that the noise leaves with a probability below 10⁻¹⁷. Summed over −halfWidth…halfWidth, it is a
    /// sum of Dirichlet kernels. For many leaves nearly all of its terms vanish.
    public func coverage(halfWidth: Int) -> Double {
        guard halfWidth >= 0 else {
            return 0
        }
        guard leaves.values.reduce(0, +) > 1 else {
            return leaves.keys.first?.coverage(halfWidth: halfWidth) ?? 1
        }
        let width = 2 * Double(halfWidth) + 1
        var sum = width
        for step in 1...(period - 1) / 2 {
            let angle = 2 * Double.pi * Double(step) / Double(period)
            let value = characteristic(at: angle)
            guard value > 1e-18 else {
                break
            }
            sum += 2 * value * sin(width * angle / 2) / sin(angle / 2)
        }
        return sum / Double(period)
    }

    /// The standard deviation.
    public var deviation: Double {
        leaves.reduce(0) { $0 + Double($1.value) * $1.key.variance }.squareRoot()
    }

    private func characteristic(at angle: Double) -> Double {
        leaves.reduce(1) { $0 * pow($1.key.characteristic(at: angle), Double($1.value)) }
    }

    /// The number of points of the transform. It is odd, so that the transform has pairs of terms and one.
    ///
    /// By Bernstein's inequality the noise exceeds half of it with a probability below 10⁻¹⁷.
    private var period: Int {
        let broadest = leaves.keys.map { 1 / $0.rate }.max() ?? 0
        return 2 * Int(16 * deviation + 80 * broadest + 32) + 1
    }
}
