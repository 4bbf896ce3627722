import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Cover traffic")
struct CoverTrafficPlanTests {
    private static let start = UnixTime(1_795_255_200)
    private static let openApp = CoverTraffic.Parameters(
        occasion: .openApp,
        opportunityMean: 5_184_000,
        startMean: 15,
        requestMean: 10,
        windowLength: 1_209_600,
        continuing: [0.95, 0.1]
    )

    private static func lengths(_ continuing: [Double], count: Int) -> [Int] {
        var parameters = openApp
        parameters.continuing = continuing
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in
            var sequence = DummySequence(at: start)
            while sequence.sendOne(at: sequence.next, parameters, using: &generator) {}
            return sequence.sent
        }
    }

    @Test("a sequence continues by the listed probabilities, and then always by the last one")
    func lengths() {
        #expect(Set(Self.lengths([0], count: 50)) == [1])
        #expect(Set(Self.lengths([1, 1, 0], count: 50)) == [3])
        #expect(Set(Self.lengths([], count: 50)) == [1])
        #expect(Self.lengths([1], count: 5).allSatisfy { (20...100).contains($0) }, "a background job ends")
        var generator = SeededGenerator(seed: 8)
        var endless = Self.openApp
        endless.continuing = [1]
        var sequence = DummySequence(afterOpeningAt: Self.start, endless, using: &generator)
        while sequence.sendOne(at: sequence.next, endless, using: &generator) {}
        #expect(sequence.sent == 100, "settings must not make a phone send for ever")
        let lengths = Self.lengths([0.95, 0.1], count: 20_000)
        for (length, probability) in [(1, 0.05), (2, 0.855), (3, 0.0855), (4, 0.00855)] {
            #expect(Statistics.deviation(lengths.count { $0 == length }, of: 20_000, probability: probability) < 3.3)
        }
    }

    @Test("waiting times are exponential with the means of the settings")
    func waits() {
        var generator = SeededGenerator(seed: 6)
        var (opportunities, starts) = ([Double](), [Double]())
        for _ in 0..<20_000 {
            let cover = CoverTrafficPlan(at: Self.start, Self.openApp, using: &generator)
            opportunities.append(Double(cover.opportunity.seconds(since: Self.start)))
            let sequence = DummySequence(afterOpeningAt: Self.start, Self.openApp, using: &generator)
            starts.append(Double(sequence.next.seconds(since: Self.start)))
        }
        #expect(Statistics.kolmogorovSmirnov(opportunities, Statistics.exponential(mean: 5_184_000)) < Statistics.limit)
        // Whole seconds make steps in the distribution of short times, so the mean is compared.
        let mean = starts.reduce(0, +) / Double(starts.count)
        #expect(abs(mean - 15) < 0.4)
    }

    @Test("the window of an open app opens and closes, and a missed one is followed by another")
    func window() {
        var generator = SeededGenerator(seed: 7)
        var cover = CoverTrafficPlan(at: Self.start, Self.openApp, using: &generator)
        let opening = cover.opportunity
        for (offset, isOpen) in [(-1, false), (0, true), (1_209_599, true), (1_209_600, false)] as [(Int64, Bool)] {
            #expect(cover.isWindowOpen(at: opening.advanced(bySeconds: offset)) == isOpen)
        }
        cover.renewOpportunity(at: opening.advanced(bySeconds: 1_209_599), Self.openApp, using: &generator)
        #expect(cover.opportunity == opening)
        cover.renewOpportunity(at: opening.advanced(bySeconds: 1_209_600), Self.openApp, using: &generator)
        #expect(cover.opportunity > opening.advanced(bySeconds: 1_209_599))
    }
}
