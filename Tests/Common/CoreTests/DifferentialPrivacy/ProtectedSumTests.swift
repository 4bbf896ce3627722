import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@Suite("Weighted sums of released leaves")
struct ProtectedSumTests {
    private let noise: DiscreteLaplace

    init() throws {
        noise = try #require(DiscreteLaplace(epsilon: Millionths(1_000_000)))
    }

    private static let poissonLimits = [
        (0, 0.0, 3.689), (1, 0.0253, 5.572), (2, 0.2422, 7.225), (5, 1.623, 11.668), (10, 4.795, 18.390),
        (20, 12.217, 30.888), (50, 37.111, 65.919),
    ]

    @Test("published Poisson limits of 95 % (Garwood 1936)", arguments: poissonLimits)
    func garwood(count: Int, lower: Double, upper: Double) {
        #expect(abs(PoissonLimits.lower(count: count, tail: 0.025) - lower) < 0.001)
        #expect(abs(PoissonLimits.upper(count: count, tail: 0.025) - upper) < 0.001)
    }

    @Test("limits are right for millions")
    func great() {
        let count = 4_000_000
        let reach = 1.95996 * Double(count).squareRoot()
        #expect(abs(PoissonLimits.lower(count: count, tail: 0.025) - (Double(count) - reach)) < 5)
        #expect(abs(PoissonLimits.upper(count: count, tail: 0.025) - (Double(count) + reach)) < 5)
    }

    @Test("limits of weighted sums enclose those of plain sums", arguments: [0, 1, 7, 100, 10_000])
    func weightedLimits(count: Int) {
        let weighted = PoissonLimits.weighted(sum: Double(count), tail: 0.0125)
        #expect(weighted.lower <= PoissonLimits.lower(count: count, tail: 0.0125))
        #expect(weighted.upper >= PoissonLimits.upper(count: count, tail: 0.0125))
        #expect(weighted.upper - weighted.lower < 12 + 7 * Double(count).squareRoot())
    }

    @Test("a sum is the sum of its parts, in any order")
    func additivity() {
        var (whole, parts, backwards) = (ProtectedSum(), [ProtectedSum](), ProtectedSum())
        for place in 0..<20 {
            var part = ProtectedSum()
            part.add(place * 7 - 30, noise: noise, weight: place.isMultiple(of: 2) ? 1.7 : 2.3)
            whole.add(part)
            parts.append(part)
        }
        for part in parts.reversed() {
            backwards.add(part)
        }
        #expect(whole.value == backwards.value)
        #expect(abs(whole.value - parts.reduce(0) { $0 + $1.value }) < 1e-9)
    }

    @Test("limits are never below 0, and without releases nothing is known")
    func clamped() {
        var sum = ProtectedSum()
        #expect(sum.isEmpty && sum.value == 0)
        sum.add(-50, noise: noise)
        #expect(sum.value == -50)
        #expect(sum.noiseInterval(level: 0.95) == 0...0)
        #expect(sum.interval(level: 0.95).lowerBound == 0)
    }

    @Test(
        "the mean behind noise and sample is covered in at least 95 % of cases",
        arguments: [[1.0, 1.0, 1.0], [1.5, 2.0, 4.0]],
        [0.5, 20, 3000]
    )
    func coverage(weights: [Double], mean: Double) {
        var generator = SeededGenerator(seed: 7)
        let truth = weights.reduce(0) { $0 + $1 * mean }
        let cases = Effort.choose(quick: 300, whole: 1000)
        var (covered, widths) = (0, 0.0)
        for _ in 0..<cases {
            var sum = ProtectedSum()
            for weight in weights {
                sum.add(poisson(mean, &generator) + noise.sample(using: &generator), noise: noise, weight: weight)
            }
            let interval = sum.interval(level: 0.95)
            covered += interval.contains(truth) ? 1 : 0
            widths += interval.upperBound - interval.lowerBound
        }
        #expect(Double(covered) >= 0.95 * Double(cases))
        let deviation = weights.reduce(0) { $0 + $1 * $1 * (mean + 1.84) }.squareRoot()
        #expect(widths / Double(cases) < 12 * deviation + 20)
    }

    private func poisson(_ mean: Double, _ generator: inout SeededGenerator) -> Int {
        // Arrivals on a line of length 1 with exponential gaps.
        var (count, place) = (-1, 0.0)
        repeat {
            count += 1
            place -= log(1 - Double.random(in: 0..<1, using: &generator)) / mean
        } while place < 1
        return count
    }
}
