import AssociationPorts
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import Testing

@testable import AssociationService

@Suite("The chart of the people that reports warn")
struct ReportChartTests {
    private static let today = AssociationSamples.today

    /// Four weeks of reports with geometric sizes, which is the usual distribution: k = 1.
    ///
    /// - Parameter means: of the last days, yesterday's last. All others have ten people.
    private static func weeks(
        reports: Int = 100,
        means: [Double] = [],
        _ generator: inout SeededGenerator
    ) -> [CalendarDay: [Int]] {
        var sizes: [CalendarDay: [Int]] = [:]
        for ago in 1...28 {
            let mean = ago <= means.count ? means[means.count - ago] : 10
            sizes[today.advanced(byDays: -ago)] = (0..<reports).map { _ in
                var people = 0
                while Double.random(in: 0..<1 + mean, using: &generator) < mean {
                    people += 1
                }
                return people
            }
        }
        return sizes
    }

    private static func unusual(of days: Int, reports: Int = 100, means: [Double] = []) -> Int {
        var generator = SeededGenerator(seed: 31)
        return (0..<days).count { _ in
            ReportChart(weeks(reports: reports, means: means, &generator), today: today)?.isUnusual == true
        }
    }

    @Test("one of fifty usual days is unusual at most", arguments: [20, 100])
    func honest(reports: Int) {
        #expect(Self.unusual(of: 100, reports: reports) <= 2)
    }

    @Test("a day with twice as many people is found, and a week with a fifth more")
    func inflated() {
        #expect(Self.unusual(of: 20, means: [20]) == 20)
        #expect(Self.unusual(of: 20, means: [Double](repeating: 12, count: 7)) >= 15)
        #expect(Self.unusual(of: 20, means: [12]) <= 10, "one day with a fifth more")
    }

    @Test("the mean, the limit and the excess are those of the formulas")
    func formulas() throws {
        // Mean and variance are 4.
        var sizes = [Self.today.advanced(byDays: -8): [Int](repeating: 2, count: 50) + [Int](repeating: 6, count: 50)]
        sizes[Self.today.advanced(byDays: -1)] = [Int](repeating: 5, count: 25)
        let chart = try #require(ReportChart(sizes, today: Self.today))
        let error = (400.0 / 99 * (1.0 / 25 + 1.0 / 100)).squareRoot()
        #expect(chart.mean == 5)
        #expect(abs(chart.limit - (4 + 3 * error)) < 1e-9)
        #expect(abs(chart.excess - (1 / error - 0.5)) < 1e-9)
        #expect(!chart.isUnusual)
    }

    @Test("too few reports say nothing", arguments: [(99, 20, false), (100, 19, false), (100, 20, true)])
    func few(usual: Int, yesterday: Int, isEnough: Bool) {
        let sizes = [
            Self.today.advanced(byDays: -8): [Int](repeating: 1, count: usual),
            Self.today.advanced(byDays: -1): [Int](repeating: 1, count: yesterday),
        ]
        #expect((ReportChart(sizes, today: Self.today) != nil) == isEnough)
        // Reports of the week are compared, and teach nothing.
        #expect(ReportChart(sizes, today: Self.today.advanced(byDays: -1)) == nil)
    }

    @Test("an unusual day is told once, and measured", arguments: [1, 5])
    func told(people: Int) async throws {
        let authority = try await SampleAuthority()
        let stores = authority.stores
        let limits = AssociationSamples.limits(10)
        _ = try await stores.accounts.register(AssociationSamples.new(1), limits: limits, now: AssociationSamples.now)
        for number in UInt8(1)...120 {
            try await stores.reports.issue(AssociationSamples.code(number))
            let claim = try AssociationSamples.claim(number, person: number, batches: [1])
            _ = try await stores.reports.grant(claim, limits: .usual, now: AssociationSamples.now)
        }
        func decide(_ numbers: ClosedRange<UInt8>, people: Int) async throws {
            let (now, digest) = (authority.clock.now(), AssociationSamples.digest(1))
            for number in numbers {
                let (id, right) = (AssociationSamples.caseID(number), AssociationSamples.right(number))
                _ = try await stores.reports.accept([], digest: digest, of: right, newCase: id, now: now)
                let decision = CaseDecision(id, from: .waiting, people: people, alerts: [])
                _ = try await stores.cases.decide(decision, limits: .usual, now: now)
            }
        }
        try await decide(1...100, people: 1)
        authority.clock.advance(bySeconds: 7 * UnixTime.secondsPerDay)
        try await decide(101...120, people: people)
        let job = try authority.job("exposure-decisions")
        try await job.run()
        #expect(authority.metricsSay("association_people_per_report 0"))
        authority.clock.advance(bySeconds: UnixTime.secondsPerDay)
        try await job.run()
        try await job.run()
        #expect(authority.metricsSay("association_people_per_report \(people)"))
        #expect(authority.log.lines.filter { $0.contains("reports-unusual") }.count == (people == 5 ? 1 : 0))
    }
}
