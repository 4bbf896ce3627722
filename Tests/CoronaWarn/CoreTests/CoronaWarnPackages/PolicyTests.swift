import CoronaWarnPackages
import ExposurePrimitives
import Testing

/// Midnight UTC on a Monday, 2020-06-01.
private let monday = CalendarDay(daysSinceEpoch: 18_414)

private func hour(_ hour: Int, day: Int = 0) -> PackageHour { PackageHour(monday.advanced(byDays: day), hour) }

@Suite("The hour from which a key may be published")
struct ExpiryPolicyTests {
    /// Interval numbers from midnight: the start of the window, and how many intervals it has.
    private func earliest(period: Int64, submitted: PackageHour, daysAgo: Int = 0) -> PackageHour {
        let start = monday.advanced(byDays: -daysAgo).startInUTC
        return ExpiryPolicy.earliestHour(windowEnd: start.advanced(bySeconds: period * 600), submitted: submitted)
    }

    @Test("the contract's worked cases")
    func workedCases() {
        for submitted in [hour(0), hour(12), hour(23), hour(0, day: 1), hour(2, day: 1)] {
            #expect(earliest(period: 144, submitted: submitted) == hour(3, day: 1))
        }
        #expect(earliest(period: 144, submitted: hour(3, day: 1)) == hour(3, day: 1))
        for submitted in 0...11 {
            #expect(earliest(period: 54, submitted: hour(submitted)) == hour(12))
        }
        #expect(earliest(period: 54, submitted: hour(12)) == hour(12))
        for submitted in 0...15 {
            #expect(earliest(period: 84, submitted: hour(submitted)) == hour(17))
            #expect(earliest(period: 89, submitted: hour(submitted)) == hour(17))
        }
        for submitted in 0...2 {
            #expect(earliest(period: 6, submitted: hour(submitted)) == hour(4))
        }
        for submitted in 0...23 {
            #expect(earliest(period: 144, submitted: hour(submitted), daysAgo: 5) == hour(submitted))
        }
    }

    @Test("an upload exactly two hours after the window waits, a later one does not")
    func boundary() {
        let end = hour(10).start
        #expect(ExpiryPolicy.earliestHour(windowEnd: end, submitted: hour(12)) == hour(13))
        #expect(ExpiryPolicy.earliestHour(windowEnd: end.advanced(bySeconds: -1), submitted: hour(12)) == hour(12))
    }

    @Test("a package is never made while phones believe the key, and never before its upload")
    func embargo() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let end = monday.startInUTC.advanced(bySeconds: Int64.random(in: -144...288, using: &generator) * 600)
            let submission = monday.startInUTC.advanced(bySeconds: Int64.random(in: 0..<172_800, using: &generator))
            let submitted = PackageHour(containing: submission)
            let earliest = ExpiryPolicy.earliestHour(windowEnd: end, submitted: submitted)
            #expect(earliest >= submitted)
            #expect(earliest.start.seconds(since: end) > ExpiryPolicy.tolerance)
        }
    }
}

@Suite("Shifting keys until there are enough")
struct ShiftingPolicyTests {
    private func plan(_ counts: [Int], threshold: Int = 5, maxWait: Int? = nil) -> ShiftingPolicy.Plan {
        let hours = counts.indices.map { hour($0) }
        return ShiftingPolicy(threshold: threshold, maxWait: maxWait)
            .plan(waiting: Dictionary(uniqueKeysWithValues: zip(hours, counts)), hours: hours)
    }

    @Test(
        "the contract's worked tables",
        arguments: [
            ([4, 1], [0, 5]), ([5, 2, 4], [5, 0, 6]), ([1, 1, 1, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0, 5]),
            ([4], [0]), ([5], [5]), ([6], [6]), ([0, 0], [0, 0]), ([], []),
        ]
    )
    func workedTables(counts: [Int], published: [Int]) {
        let plan = plan(counts)
        #expect(plan.decisions.map(\.keyCount) == published)
        #expect(plan.waitingCount == counts.reduce(0, +) - published.reduce(0, +))
    }

    @Test("139 keys wait and 140 do not")
    func threshold() {
        #expect(plan([139], threshold: ShiftingPolicy.defaultThreshold).waitingCount == 139)
        #expect(plan([140], threshold: ShiftingPolicy.defaultThreshold).decisions.map(\.keyCount) == [140])
        #expect(ShiftingPolicy(threshold: 0).threshold == 1 && ShiftingPolicy(threshold: -3).threshold == 1)
    }

    @Test("keys that wait since an earlier run count, and keys of later hours do not")
    func earlierAndLater() {
        let waiting = [hour(20, day: -3): 3, hour(1): 2, hour(5): 9]
        let plan = ShiftingPolicy(threshold: 5).plan(waiting: waiting, hours: [hour(0), hour(1), hour(2)])
        #expect(plan.decisions.map(\.keyCount) == [0, 5, 0] && plan.waitingCount == 9)
        #expect(plan.hour(ofKeysFrom: hour(20, day: -3)) == hour(1) && plan.hour(ofKeysFrom: hour(1)) == hour(1))
        #expect(plan.hour(ofKeysFrom: hour(5)) == nil && plan.hour(ofKeysFrom: hour(2)) == nil)
    }

    @Test("after the longest wait the few are published")
    func longestWait() {
        #expect(plan([1, 0, 0, 0], maxWait: 2).decisions.map(\.keyCount) == [0, 0, 1, 0])
        #expect(plan([1, 1, 0, 1], maxWait: 2).decisions.map(\.keyCount) == [0, 0, 2, 0])
        #expect(plan([1, 1], maxWait: 0).decisions.map(\.keyCount) == [1, 1])
        #expect(plan([1, 1], maxWait: -1).decisions.map(\.keyCount) == [1, 1])
        #expect(plan([0, 0, 0], maxWait: 1).decisions.map(\.keyCount) == [0, 0, 0])
    }

    @Test("however the hours are spread over runs, each key is in one package and none is early")
    func runs() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            let counts = (0..<40).map { _ in Int.random(in: -1...6, using: &generator) }
            let policy = ShiftingPolicy(threshold: Int.random(in: 1...20, using: &generator))
            var waiting = Dictionary(uniqueKeysWithValues: counts.indices.map { (hour($0), counts[$0]) })
            let whole = policy.plan(waiting: waiting, hours: counts.indices.map { hour($0) })
            var decisions: [ShiftingPolicy.Decision] = []
            var next = 0
            while next < counts.count {
                let end = min(counts.count, next + Int.random(in: 1...9, using: &generator))
                let run = policy.plan(waiting: waiting, hours: (next..<end).map { hour($0) })
                let published = waiting.filter { run.hour(ofKeysFrom: $0.key) != nil }
                #expect(published.allSatisfy { key, _ in run.hour(ofKeysFrom: key).map { $0 >= key } == true })
                let publishedKeys: Int = published.values.reduce(0) { $0 + max($1, 0) }
                #expect(run.decisions.map(\.keyCount).reduce(0, +) == publishedKeys)
                waiting = waiting.filter { published[$0.key] == nil }
                decisions += run.decisions
                next = end
            }
            #expect(decisions == whole.decisions)
        }
    }

    @Test("impossible numbers of keys stop nothing")
    func extremes() {
        #expect(plan([.max, .max, 1], threshold: .max).decisions.map(\.keyCount) == [.max, .max, 0])
        #expect(plan([.min, 1]).waitingCount == 1)
    }
}
