import ExposurePrimitives
import Testing

@testable import CoronaWarnClient

@Suite("The plan of an opening")
struct OpeningPlanTests {
    private static let start = PhoneWorld.start

    private static func at(_ seconds: Int64) -> UnixTime { start.advanced(bySeconds: seconds) }

    /// Seconds after the opening at which sequences of this length begin.
    ///
    /// - Parameter end: when the app is left.
    private static func times(end: Int64, length: Int64 = 0) -> [Int64] {
        var (plan, times, free) = (OpeningPlan(openedAt: start, after: nil), [Int64](), Int64(0))
        var isLeft = false
        while let next = plan.next {
            let time = max(next.seconds(since: start), free)
            guard isLeft || time < end else {
                plan.leave(at: at(end))
                isLeft = true
                continue
            }
            plan.begin(at: at(time))
            times.append(time)
            free = time + length
        }
        return times
    }

    /// Decision 0197, "What it costs".
    @Test(
        "is counted as it happens",
        arguments: [(10, 3), (30, 5), (300, 39), (900, 49), (0, 2), (1, 2), (8, 2), (9, 3)]
    )
    func count(seconds: Int64, sequences: Int) {
        #expect(OpeningPlan.sequences(inOpeningOf: seconds) == sequences)
        #expect(seconds == 0 || Self.times(end: seconds).count == sequences)
    }

    @Test("has a sequence at the opening, one every eight seconds for five minutes, and then one a minute")
    func pauses() {
        let times = Self.times(end: 1000)
        #expect(times.prefix(4) == [0, 8, 16, 24])
        let pauses = zip(times.dropFirst(), times).map { ($1, $0 - $1) }
        #expect(pauses.dropLast().allSatisfy { $0.1 == ($0.0 < 300 ? 8 : 60) }, "\(pauses)")
        #expect(times.filter { (290..<420).contains($0) } == [296, 304, 364])
        // A sequence that begins as the five minutes end is followed after a minute, and one a second earlier is not.
        for (second, pause) in [(Int64(299), Int64(8)), (300, 60)] {
            var plan = OpeningPlan(openedAt: Self.start, after: nil)
            plan.begin(at: Self.at(second))
            #expect(plan.next == Self.at(second + pause))
        }
    }

    @Test("has exactly one more after the app was left, at its time", arguments: [1, 7, 8, 9, 23, 24, 25] as [Int64])
    func leaving(end: Int64) {
        let times = Self.times(end: end)
        #expect(times == Array(stride(from: 0, through: (end + 7) / 8 * 8, by: 8)))
        #expect(times.dropLast().allSatisfy { $0 < end } && (0..<8).contains(times[times.count - 1] - end))
    }

    @Test("does not keep an app that was left awake for a minute", arguments: [310, 359, 364, 400] as [Int64])
    func leavingLate(end: Int64) {
        let times = Self.times(end: end)
        #expect((0...8).contains(times[times.count - 1] - end) && times[times.count - 2] < end)
    }

    @Test("goes on directly after a sequence that takes longer than its pause")
    func slow() {
        #expect(Self.times(end: 50, length: 20) == [0, 20, 40, 60])
        #expect(Self.times(end: 30, length: 8) == [0, 8, 16, 24, 32])
    }

    @Test("of an opening right after a closing keeps the pause, and begins five minutes anew")
    func again() {
        var before = OpeningPlan(openedAt: Self.at(-500), after: nil)
        before.begin(at: Self.start)
        before.leave(at: Self.at(1))
        for (second, first) in [(Int64(2), Int64(8)), (7, 8), (8, 8), (9, 9), (500, 500)] {
            var plan = OpeningPlan(openedAt: Self.at(second), after: before)
            #expect(plan.next == Self.at(first), "opened again after \(second) s")
            plan.begin(at: Self.at(first))
            #expect(plan.next == Self.at(first + 8))
        }
    }

    @Test("goes on after the clock was set, back or forward")
    func clock() {
        var plan = OpeningPlan(openedAt: Self.start, after: nil)
        plan.begin(at: Self.start)
        #expect(!plan.isDue(at: Self.at(7)) && plan.isDue(at: Self.at(8)) && plan.isDue(at: Self.at(100_000)))
        #expect(!plan.isDue(at: Self.at(8 - 60)) && plan.isDue(at: Self.at(8 - 61)), "further ahead than any pause")
        plan.begin(at: Self.at(-100_000))
        #expect(plan.next == Self.at(-100_000 + 8), "the short pauses begin anew")
        let other = OpeningPlan(openedAt: Self.at(-200_000), after: plan)
        #expect(other.next == Self.at(-200_000), "a sequence of the future delays none")
    }
}
