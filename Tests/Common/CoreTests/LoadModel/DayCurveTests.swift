import Testing

@testable import LoadModel

@Suite("The curve of a day")
struct DayCurveTests {
    private static func mean(_ curve: DayCurve) -> Double {
        curve.rates.reduce(0, +) / Double(DayCurve.slotCount)
    }

    @Test("the awake curve has the wanted peak, in the afternoon, and a mean of 1", arguments: [1, 1.5, 3, 10, 20])
    func awake(peak: Double) {
        let curve = DayCurve.awake(peak: peak)
        #expect(abs(curve.peak - peak) < 1e-6)
        #expect(abs(Self.mean(curve) - 1) < 1e-9)
        #expect(curve.rates.allSatisfy { $0 >= 0 })
        if peak > 1 {
            let busiest = curve.rates.firstIndex(of: curve.peak) ?? 0
            #expect((203...204).contains(busiest))
        }
    }

    @Test("impossible peaks count as the nearest possible one")
    func impossiblePeaks() {
        #expect(DayCurve.awake(peak: 0).peak == DayCurve.awake(peak: 1).peak)
        #expect(DayCurve.awake(peak: -Double.infinity).peak == DayCurve.awake(peak: 1).peak)
        #expect(DayCurve.awake(peak: 1e9) == DayCurve.awake(peak: 20))
        #expect(DayCurve.awake(peak: .nan).rates.allSatisfy { $0.isFinite })
    }

    @Test("weights that are no curve are refused")
    func badWeights() {
        let good = [Double](repeating: 1, count: DayCurve.slotCount)
        #expect(DayCurve(weights: good) == .even)
        #expect(DayCurve(weights: good.dropLast()) == nil)
        #expect(DayCurve(weights: [Double](repeating: 0, count: DayCurve.slotCount)) == nil)
        for bad in [-1, Double.nan, Double.infinity, Double.greatestFiniteMagnitude] {
            #expect(DayCurve(weights: good.dropLast(2) + [bad, bad]) == nil)
        }
    }

    @Test("shares of the events are ascending moments of the day, for every share")
    func inverse() {
        let curve = DayCurve.awake(peak: 3)
        let moments = stride(from: 0.0, through: 1, by: 0.001).map(curve.second)
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(moments.first == 0)
        #expect(curve.second(atShare: -1) == 0)
        #expect(curve.second(atShare: 2) == DayCurve.secondsPerDay)
        // A curve with one busy slot has all its events there.
        var weights = [Double](repeating: 0, count: DayCurve.slotCount)
        weights[100] = 1
        let single = DayCurve(weights: weights)
        #expect(single?.second(atShare: 0.5) == 100.5 * DayCurve.slotSeconds)
    }
}
