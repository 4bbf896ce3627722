import ExposurePrimitives
import Testing

/// The protocol as it was shipped, with its two waits swapped. Apple answers at once; the seconds are those of the
/// original's configuration.
private struct ShippedProtocol {
    /// The wait between the first and the second read; the next one is between the second and the third.
    var firstWait: ClosedRange<Double>
    var secondWait: ClosedRange<Double>

    private struct Step {
        let worker: Int
        let number: Int
        let time: Double
    }

    /// Whether both of two requests are authorised, the second `offset` seconds after the first.
    func authorisesBoth(offset: Double, using generator: inout SeededGenerator) -> Bool {
        let steps = [0, offset].enumerated().flatMap { worker, start in
            let second = start + Double.random(in: firstWait, using: &generator)
            let third = second + Double.random(in: secondWait, using: &generator)
            return [start, second, third].enumerated().map { Step(worker: worker, number: $0, time: $1) }
        }
        var bits = 0
        var hasMonth = false
        var isOut = [false, false]
        var authorised = 0
        for step in steps.sorted(by: { $0.time < $1.time }) where !isOut[step.worker] {
            if step.number == 0, hasMonth {
                isOut[step.worker] = true
                continue
            }
            guard bits == (step.number == 2 ? 1 : 0) else {
                isOut[step.worker] = true
                bits = 3
                hasMonth = true
                continue
            }
            if step.number > 0 {
                bits = step.number == 1 ? 1 : 0
                hasMonth = true
            }
            authorised += step.number == 2 ? 1 : 0
        }
        return authorised == 2
    }

    func rate(offset: Double) -> Double {
        var generator = SeededGenerator(seed: UInt64(offset * 10))
        let runs = 10_000
        return Double((0..<runs).count { _ in authorisesBoth(offset: offset, using: &generator) }) / Double(runs)
    }
}

@Suite("The race protection as it was shipped")
struct ShippedProtocolTests {
    @Test(
        "authorises two requests of one device as often as was measured",
        arguments: [
            (0.0, 0.34), (1, 0.42), (2, 0.63), (3, 0.84), (4, 0.95), (5, 0.99), (6, 1), (6.9, 1), (8, 0.67),
            (9.9, 0.03), (11, 0), (13, 0),
        ]
    )
    func swapped(offset: Double, rate: Double) {
        #expect(abs(ShippedProtocol(firstWait: 7...10, secondWait: 0...3).rate(offset: offset) - rate) < 0.03)
    }

    @Test("authorises at most one with the waits as documented, as long as Apple answers at once", arguments: 0...14)
    func documented(offset: Int) {
        #expect(ShippedProtocol(firstWait: 0...3, secondWait: 13...13).rate(offset: Double(offset)) == 0)
    }
}
