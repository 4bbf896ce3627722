import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Intervals of sums of released leaves")
struct CoverageTests {
    private static func noise(_ epsilon: String, sensitivity: Int = 1) throws -> DiscreteLaplace {
        try #require(Millionths(epsilon).flatMap { DiscreteLaplace(epsilon: $0, sensitivity: sensitivity) })
    }

    /// The coverage, computed by folding the distribution with itself number by number.
    private static func folded(_ noise: DiscreteLaplace, leaves: Int, halfWidth: Int) -> Double {
        let reach = 400
        let single = (-reach...reach).map { noise.probability(of: $0) }
        var sum = [Double](repeating: 0, count: 2 * reach + 1)
        sum[reach] = 1
        for _ in 0..<leaves {
            var next = [Double](repeating: 0, count: sum.count)
            for place in sum.indices where sum[place] > 0 {
                for step in max(0, place - reach)...min(2 * reach, place + reach) {
                    next[step] += sum[place] * single[step - place + reach]
                }
            }
            sum = next
        }
        return sum[(reach - halfWidth)...(reach + halfWidth)].reduce(0, +)
    }

    @Test("the coverage equals that of the convolution", arguments: [("1", 1), ("1", 2), ("0.4", 3), ("5", 4)])
    func convolution(epsilon: String, leaves: Int) throws {
        let noise = try Self.noise(epsilon)
        for halfWidth in [0, 1, 5, 40] {
            let exact = Self.folded(noise, leaves: leaves, halfWidth: halfWidth)
            #expect(abs(LaplaceSum(noise, leaves: leaves).coverage(halfWidth: halfWidth) - exact) < 1e-12)
        }
    }

    @Test(
        "the half width is the smallest that covers, up to a month of the whole country",
        arguments: ["0.1", "1", "7"],
        [1, 2, 16, 1744, 54_064]
    )
    func smallestEpsilon(epsilon: String, leaves: Int) throws {
        let sum = LaplaceSum(try Self.noise(epsilon), leaves: leaves)
        for level in [0.95, 0.975] {
            let halfWidth = sum.halfWidth(level: level)
            #expect(sum.coverage(halfWidth: halfWidth) >= level)
            #expect(sum.coverage(halfWidth: halfWidth - 1) < level)
        }
    }

    @Test("leaves of two kinds add up to one sum")
    func mixture() throws {
        let (one, other) = (try Self.noise("1"), try Self.noise("0.5"))
        let sum = LaplaceSum([one: 1, other: 1])
        var exact = 0.0
        for first in -200...200 {
            for second in -200...200 where abs(first + second) <= 6 {
                exact += one.probability(of: first) * other.probability(of: second)
            }
        }
        #expect(abs(sum.coverage(halfWidth: 6) - exact) < 1e-12)
    }

    /// Leaves of notified users: two in a province, 24 in Lombardy, 218 in the country.
    private static let levels = [("province", 2), ("region", 24), ("nation", 218)]

    @Test(
        "over thousands of releases the intervals cover as computed, within chance, at every level of the hierarchy",
        arguments: ["0.1", "0.5", "1"]
    )
    func simulatedReleases(epsilon: String) throws {
        let noise = try Self.noise(epsilon)
        let releases = Effort.choose(quick: 2000, whole: 10_000)
        // A little more than three standard deviations of a share of 95 %: 0.7 points over 10 000 releases.
        let tolerance = 0.7 / Double(releases).squareRoot()
        var generator = SeededGenerator(seed: 2020)
        let sums = Self.levels.map { LaplaceSum(noise, leaves: $0.1) }
        // The levels of reports: 97.5 % for the noise leave 95 % after the sampling error.
        let widths = sums.map { sum in [0.95, 0.975].map { sum.halfWidth(level: $0) } }
        var covered = Self.levels.map { _ in [0, 0] }
        for _ in 0..<releases {
            var (total, leaf) = (0, 0)
            for (level, (_, leaves)) in Self.levels.enumerated() {
                while leaf < leaves {
                    total += noise.sample(using: &generator)
                    leaf += 1
                }
                for place in 0..<2 where abs(total) <= widths[level][place] {
                    covered[level][place] += 1
                }
            }
        }
        for (level, (name, _)) in Self.levels.enumerated() {
            for place in 0..<2 {
                let computed = sums[level].coverage(halfWidth: widths[level][place])
                let found = Double(covered[level][place]) / Double(releases)
                #expect(abs(found - computed) < tolerance, "\(name): \(found), computed \(computed)")
                #expect(computed >= [0.95, 0.975][place])
            }
            #expect(Double(covered[level][1]) / Double(releases) >= 0.95, "\(name)")
        }
    }
}
