import ExposurePrimitives
import ExposureTesting
import Testing

@testable import LoadModel

@Suite("Poisson arrivals")
struct PoissonArrivalsTests {
    @Test("the same seed gives the same moments, in order and within the day")
    func reproducible() {
        var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
        let curve = DayCurve.awake(peak: 3)
        let moments = PoissonArrivals.seconds(perDay: 1000, on: curve, using: &first)
        #expect(moments == PoissonArrivals.seconds(perDay: 1000, on: curve, using: &second))
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(moments.allSatisfy { (0..<DayCurve.secondsPerDay).contains($0) })
    }

    @Test("nothing happens at a mean of zero, or of no number")
    func nothing() {
        var generator = SeededGenerator(seed: 1)
        for perDay in [0, -1, Double.nan, -Double.infinity] {
            #expect(PoissonArrivals.seconds(perDay: perDay, on: .even, using: &generator).isEmpty)
        }
    }

    /// The count of each part of the day has the mean and the variance of a Poisson distribution: both are what the
    /// curve says.
    @Test("counts have the mean of the curve, and a variance equal to it")
    func distribution() {
        var generator = SeededGenerator(seed: 42)
        let (days, perDay) = (Effort.choose(quick: 200, whole: 20_000), 100.0)
        let curve = DayCurve.awake(peak: 3)
        var counts = [[Double]](repeating: [], count: 4)
        for _ in 0..<days {
            let moments = PoissonArrivals.seconds(perDay: perDay, on: curve, using: &generator)
            for quarter in 0..<4 {
                let length = DayCurve.secondsPerDay / 4
                counts[quarter].append(Double(moments.count { Int($0 / length) == quarter }))
            }
        }
        for quarter in 0..<4 {
            let rates = curve.rates[quarter * 72..<(quarter + 1) * 72]
            let expected = perDay * rates.reduce(0, +) / Double(DayCurve.slotCount)
            let mean = counts[quarter].reduce(0, +) / Double(days)
            let variance = counts[quarter].map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(days - 1)
            // Five standard deviations of both estimates.
            #expect(abs(mean - expected) < 5 * (expected / Double(days)).squareRoot())
            let error = ((2 * expected * expected + expected) / Double(days)).squareRoot()
            #expect(abs(variance - expected) < 5 * error)
        }
    }
}
