import ExposurePrimitives
import Testing

@testable import LoadModel

@Suite("A histogram of latencies")
struct LatencyHistogramTests {
    /// Values of all magnitudes: a random number of bits, and then random bits.
    private static func values(_ count: Int, seed: UInt64) -> [Int64] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Int64(generator.next() >> UInt64.random(in: 32...63, using: &generator)) }
    }

    private static func histogram(_ values: some Sequence<Int64>) -> LatencyHistogram {
        values.reduce(into: LatencyHistogram()) { $0.record(microseconds: $1) }
    }

    @Test("every quantile is at most a thousandth above the exact one, and never below", arguments: 1...20)
    func errorBound(seed: UInt64) throws {
        let values = Self.values(1 + Int(seed) * 37, seed: seed)
        let (histogram, sorted) = (Self.histogram(values), values.sorted())
        for share in Array(stride(from: 0.0, through: 1, by: 0.02)) + [0.001, 0.999, 0.9999, 1] {
            let rank = max(1, Int((share * Double(sorted.count)).rounded(.up)))
            let (exact, found) = (sorted[rank - 1], try #require(histogram.quantile(share)))
            let error = Double(found - exact)
            #expect(error >= 0 && error <= Double(exact) / 1024, "share \(share)")
        }
        #expect(histogram.quantile(1) == sorted.last && histogram.max == sorted.last)
        #expect(histogram.count == UInt64(values.count))
    }

    @Test("merging parts is recording everything, in any order", arguments: 1...20)
    func merging(seed: UInt64) {
        let values = Self.values(500, seed: seed)
        let cut = Int(seed) * 25
        let parts = [values[..<cut], values[cut...]].map { Self.histogram($0) }
        var (forward, backward) = (parts[0], parts[1])
        forward.merge(parts[1])
        backward.merge(parts[0])
        #expect(forward == Self.histogram(values))
        #expect(backward == forward)
        var same = forward
        same.merge(LatencyHistogram())
        #expect(same == forward)
    }

    @Test("small values are exact, and buckets follow one another without a gap")
    func buckets() {
        let wrongValues = (Int64(0)..<2048).filter { value in
            LatencyHistogram.bucket(of: value) != Int(value)
                || LatencyHistogram.greatestValue(in: Int(value)) != value
        }
        #expect(wrongValues.isEmpty)
        let last = LatencyHistogram.bucket(of: LatencyHistogram.maxValue)
        #expect(last == 23_551)
        let wrongBuckets = (0..<last).filter { bucket in
            let greatest = LatencyHistogram.greatestValue(in: bucket)
            return LatencyHistogram.bucket(of: greatest) != bucket
                || LatencyHistogram.bucket(of: greatest + 1) != bucket + 1
        }
        #expect(wrongBuckets.isEmpty)
        #expect(LatencyHistogram.greatestValue(in: last) == LatencyHistogram.maxValue)
    }

    @Test("no value and no share ends the process")
    func strangeInput() {
        var histogram = LatencyHistogram()
        #expect(histogram.quantile(0.5) == nil)
        for value in [Int64.min, -1, 0, LatencyHistogram.maxValue, LatencyHistogram.maxValue + 1, .max] {
            histogram.record(microseconds: value)
        }
        #expect(histogram.count == 6)
        #expect(histogram.quantile(0.5) == 0)
        #expect(histogram.max == LatencyHistogram.maxValue)
        for share in [-Double.infinity, -1, 0, 1, 2, Double.infinity, Double.nan, Double.leastNonzeroMagnitude] {
            #expect(histogram.quantile(share) != nil)
        }
        #expect(histogram.quantile(.nan) == LatencyHistogram.maxValue)
        #expect(histogram.quantile(-1) == 0)
    }

    @Test("counters stop at their maximum")
    func fullCounters() {
        var histogram = LatencyHistogram()
        histogram.record(microseconds: 5, times: 0)
        #expect(histogram == LatencyHistogram())
        histogram.record(microseconds: 5, times: .max)
        histogram.record(microseconds: 5, times: .max)
        histogram.record(microseconds: 9)
        #expect(histogram.count == .max)
        let other = histogram
        histogram.merge(other)
        #expect(histogram.count == .max)
        #expect(histogram.quantile(0.5) == 5)
        #expect(histogram.max == 9)
    }
}
