import Testing

@testable import AssociationService

@Suite("The check for inflated reports")
struct CrowdGateTests {
    /// The specification's cut-offs for a mean of ten people: 73 for k = 1 and 51 for k = 2 (1.14 d).
    @Test("holds fewer than one of a thousand honest reports")
    func usual() {
        #expect(CrowdGate(sizes: [], usual: 10).limit == 73)
        #expect(CrowdGate(sizes: [Int](repeating: 1000, count: 99), usual: 10).limit == 73)
    }

    @Test("learns mean and dispersion from a hundred reports", arguments: [(1.0, 73), (2.0, 51)])
    func learned(dispersion: Double, limit: Int) {
        let sizes = Self.quantiles(mean: 10, dispersion: dispersion, count: 20_000)
        let gate = CrowdGate(sizes: sizes, usual: 1)
        // The largest fiftieth is left out, so the estimate is lower than the truth, and never higher.
        #expect((limit * 7 / 10...limit).contains(gate.limit), "\(gate)")
    }

    @Test("is not moved by the inflated reports themselves")
    func contamination() {
        let honest = Self.quantiles(mean: 10, dispersion: 1, count: 196)
        let clean = CrowdGate(sizes: honest, usual: 1).limit
        func limit(inflated: Int) -> Int {
            CrowdGate(sizes: honest + [Int](repeating: 2000, count: inflated), usual: 1).limit
        }
        #expect(limit(inflated: 4) <= clean * 3 / 2, "a fiftieth")
        #expect(limit(inflated: 5) > clean * 3 / 2, "more than a fiftieth")
    }

    @Test("has a limit whatever the reports were", arguments: [0, 1, 2560])
    func extremes(size: Int) {
        let gate = CrowdGate(sizes: [Int](repeating: size, count: 100), usual: 10)
        #expect((1...2560).contains(gate.limit))
    }

    /// Evenly spaced quantiles of a negative binomial distribution.
    private static func quantiles(mean: Double, dispersion: Double, count: Int) -> [Int] {
        let success = mean / (mean + dispersion)
        var (people, term, below) = (0, 1.0, 0.0)
        for _ in 0..<Int(dispersion) {
            term *= 1 - success
        }
        return (0..<count).map { place in
            let wanted = (Double(place) + 0.5) / Double(count)
            while below + term < wanted {
                below += term
                term *= (Double(people) + dispersion) / Double(people + 1) * success
                people += 1
            }
            return people
        }
    }
}
