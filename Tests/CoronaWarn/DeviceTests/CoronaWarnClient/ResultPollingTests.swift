import ClientTesting
import CoronaWarnConfiguration
import ExposurePrimitives
import Testing

@testable import CoronaWarnClient

@Suite("The pauses between questions for a result")
struct ResultPollingTests {
    private var generator = SeededGenerator(seed: 1)
    private var polling = ResultPolling(at: start)
    private static let start = UnixTime(1_795_255_200)
    private static let pauses = ClosedSpan(min: 7200, max: 14_400)

    @Test("the first question may leave at once, the next after a drawn pause")
    mutating func first() {
        #expect(polling.isDue(at: Self.start, pauses: Self.pauses))
        polling.answered(at: Self.start, pauses: Self.pauses, using: &generator)
        #expect(!polling.isDue(at: polling.notBefore.advanced(bySeconds: -1), pauses: Self.pauses))
        #expect(polling.isDue(at: polling.notBefore, pauses: Self.pauses))
    }

    @Test("pauses are spread evenly over the configuration's span, ends included")
    mutating func spread() {
        let samples = (0..<5000).map { _ in
            var polling = ResultPolling(at: Self.start)
            polling.answered(at: Self.start, pauses: Self.pauses, using: &generator)
            return Double(polling.notBefore.seconds(since: Self.start))
        }
        #expect(Statistics.kolmogorovSmirnov(samples) { ($0 - 7200 + 0.5) / 7201 } < Statistics.limit)
        let ends = Set((0..<200).map { _ in ClosedSpan(min: 1, max: 2).draw(using: &generator) })
        #expect(ends == [1, 2])
        #expect(ClosedSpan(min: 5, max: 1).draw(using: &generator) == 5)
    }

    @Test("failures in a row wait longer and longer, up to eight hours, and an answer ends that")
    mutating func backOff() {
        for number in 0..<12 {
            polling.failed(.lost, at: Self.start, using: &generator)
            let wait = polling.notBefore.seconds(since: Self.start)
            let full = min(Int64(600) << Int64(number), 28_800)
            #expect(wait >= full / 2 && wait <= full, "failure \(number + 1)")
        }
        polling.answered(at: Self.start, pauses: Self.pauses, using: &generator)
        polling.failed(.lost, at: Self.start, using: &generator)
        #expect(polling.notBefore.seconds(since: Self.start) <= 600)
    }

    @Test("the pause is never below the one that the server asks for, which is limited")
    mutating func retryAfter() {
        for (asked, least) in [(Int64(5000), Int64(5000)), (28_800, 28_800), (80_000, 28_800)] {
            var polling = ResultPolling(at: Self.start)
            polling.failed(.tooManyRequests(seconds: asked), at: Self.start, using: &generator)
            #expect(polling.notBefore.seconds(since: Self.start) == least)
        }
    }

    @Test("a clock that was set back does not silence the phone")
    mutating func clock() {
        polling.answered(at: Self.start, pauses: Self.pauses, using: &generator)
        let back = Self.start.advanced(bySeconds: -10 * UnixTime.secondsPerDay)
        #expect(polling.isDue(at: back, pauses: Self.pauses))
    }
}
