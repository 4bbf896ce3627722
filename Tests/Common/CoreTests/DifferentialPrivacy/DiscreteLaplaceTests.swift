import DifferentialPrivacy
import ExposurePrimitives
import Foundation
import Testing

@Suite("Discrete Laplace noise")
struct DiscreteLaplaceTests {
    @Test("draws follow the exact distribution (chi-square)", arguments: [("1", 1), ("0.3", 1), ("2", 5), ("3.7", 1)])
    func distribution(epsilon: String, sensitivity: Int) throws {
        let noise = try #require(Millionths(epsilon).flatMap { DiscreteLaplace(epsilon: $0, sensitivity: sensitivity) })
        var generator = SeededGenerator(seed: 4)
        let draws = 50_000
        var found: [Int: Int] = [:]
        for _ in 0..<draws {
            found[noise.sample(using: &generator), default: 0] += 1
        }
        // Cells with at least 20 expected draws, and one for all others.
        let cells = (-200...200).filter { noise.probability(of: $0) * Double(draws) >= 20 }
        var (rest, restProbability, statistic) = (draws, 1.0, 0.0)
        for cell in cells {
            let expected = noise.probability(of: cell) * Double(draws)
            let count = found[cell] ?? 0
            statistic += (Double(count) - expected) * (Double(count) - expected) / expected
            rest -= count
            restProbability -= noise.probability(of: cell)
        }
        let expected = restProbability * Double(draws)
        statistic += (Double(rest) - expected) * (Double(rest) - expected) / expected
        // The 99.9 % point of chi-square by Wilson and Hilferty's approximation.
        let freedom = Double(cells.count)
        let bound = freedom * pow(1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)).squareRoot(), 3)
        #expect(statistic < bound)
    }

    @Test("equal seeds draw equal noise, and the probabilities of neighbouring counts differ by at most e^ε")
    func privacy() throws {
        let noise = try #require(DiscreteLaplace(epsilon: Millionths(700_000)))
        var (one, other) = (SeededGenerator(seed: 9), SeededGenerator(seed: 9))
        for value in -30...30 {
            #expect(noise.sample(using: &one) == noise.sample(using: &other))
            let ratio = noise.probability(of: value) / noise.probability(of: value + 1)
            #expect(abs(abs(log(ratio)) - 0.7) < 1e-12)
        }
    }

    @Test("a scale of C/ε gives the same noise as ε/C")
    func sensitivity() throws {
        let wide = try #require(DiscreteLaplace(epsilon: Millionths(1_000_000), sensitivity: 4))
        let slow = try #require(DiscreteLaplace(epsilon: Millionths(250_000)))
        for value in 0...20 {
            #expect(wide.probability(of: value) == slow.probability(of: value))
        }
    }

    @Test("limits of ε and sensitivity")
    func limits() {
        for (count, isAllowed) in [(-1, false), (0, false), (1, true), (100_000_000, true), (100_000_001, false)] {
            #expect((DiscreteLaplace(epsilon: Millionths(count)) != nil) == isAllowed)
        }
        for (sensitivity, isAllowed) in [(0, false), (1, true), (1000, true), (1001, false)] {
            #expect((DiscreteLaplace(epsilon: Millionths(1), sensitivity: sensitivity) != nil) == isAllowed)
        }
    }
}

@Suite("Millionths")
struct MillionthsTests {
    @Test(
        "decimals are read exactly",
        arguments: [("1", 1_000_000), ("0.000001", 1), ("0.5", 500_000), ("1000", 1_000_000_000), ("01.10", 1_100_000)]
    )
    func reads(text: String, count: Int) {
        #expect(Millionths(text)?.count == count)
    }

    @Test(
        "a text that is not a decimal is refused",
        arguments: ["", ".", "1.", ".5", "-1", "+1", "1e3", "0.0000001", "1001", " 1", "1,5", "1.5.2", "٣"]
    )
    func refuses(text: String) {
        #expect(Millionths(text) == nil)
    }

    @Test("a description is read back", arguments: [0, 1, 500_000, 1_000_000, 12_345_678, 999_999_999])
    func describes(count: Int) {
        #expect(Millionths(Millionths(count).description) == Millionths(count))
    }

    @Test("sums saturate")
    func saturates() {
        #expect((Millionths(.max) + Millionths(1)).count == .max)
        #expect(Millionths(1) + Millionths(2) == Millionths(3))
    }
}
