import AnalyticsStoreConformance
import AnalyticsStores
import DiagnosisKeyStores
import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import ServiceTesting
import Testing

@testable import ImmuniAnalytics

@Suite("The release job")
struct ReleaseJobTests {
    @Test("a day is released once, an hour after its end, with every leaf, and each release passes its step")
    func closes() async throws {
        let steps = RecordedSteps()
        let sample = try await SampleReports(stores: .temporary(steps: steps))
        let start = SampleReports.now.utcDay
        #expect(try await sample.job.run() == ReleaseJob.Outcome())
        sample.clock.set(start.advanced(byDays: 1).startInUTC.advanced(bySeconds: 3599))
        #expect(try await sample.job.run() == ReleaseJob.Outcome())
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.job.run().released.map(\.day) == [start, start, start, start])
        #expect(try await sample.job.run() == ReleaseJob.Outcome())
        for statistic in Statistic.allCases {
            let cubes = try await sample.cubes(of: statistic, on: start)
            #expect(cubes.map { Set($0.values.keys) } == [Set(Cubes.leaves(of: statistic))])
        }
        #expect(steps.all == Statistic.allCases.map { _ in .releaseCharged })
    }

    @Test("the number of leaves is the documented one")
    func leaves() {
        let counts = Statistic.allCases.map { Set(Cubes.leaves(of: $0)).count }
        #expect(counts == [1744, 218, 16, 96])
    }

    @Test("a day that may have lost raw counts is never released; the last complete day is")
    func retention() async throws {
        let sample = try await SampleReports()
        let today = SampleReports.now.utcDay
        let oldest = today.advanced(byDays: -30)
        let older = oldest.advanced(byDays: -1)
        let outcome = try await sample.release(older...oldest, of: [.working])
        #expect(outcome.missed == [older])
        #expect(outcome.released.map(\.day) == [oldest])
        #expect(try await sample.release(older...older, of: [.working], renewing: true).released == [])
    }

    @Test("days that were missed while no server ran are released later")
    func gap() async throws {
        let sample = try await SampleReports()
        _ = try await sample.job.run()
        sample.clock.advance(bySeconds: 5 * UnixTime.secondsPerDay)
        #expect(Set(try await sample.job.run().released.map(\.day)).count == 5)
        sample.clock.advance(bySeconds: 40 * UnixTime.secondsPerDay)
        let outcome = try await sample.job.run()
        #expect(Set(outcome.released.map(\.day)).count == 30)
        #expect(outcome.missed.count == 7)
    }

    @Test("each upload counts in its own leaf, and the noise is the drawn one")
    func counts() async throws {
        let day = SampleReports.now.utcDay.advanced(byDays: -1)
        let sample = try await SampleReports(["analytics.epsilon-working": "20", "analytics.budget": "100"])
        for _ in 0..<7 {
            try await sample.count(on: day)
        }
        try await sample.count(on: day, province: "XX", platform: .android)
        for days in [-3, -15, 2] {
            try await sample.count(on: day, exposure: day.advanced(byDays: days))
        }
        let working = try await sample.rawCounts(.working, on: day)
        #expect(working == ["MI/ios/111": 7, "unknown/android/111": 1])
        #expect(try await sample.rawCounts(.notified, on: day) == ["MI/ios": 3])
        #expect(try await sample.rawCounts(.exposureAge, on: day) == ["3": 1, "more": 1, "0": 1])
        _ = try await sample.release(day...day, of: [.working])
        let noise = try #require(DiscreteLaplace(epsilon: Millionths(20_000_000)))
        var generator = SeededGenerator(seed: 1)
        let expected = Cubes.leaves(of: .working).map { ($0, (working[$0] ?? 0) + noise.sample(using: &generator)) }
        #expect(try await sample.cubes(on: day).map(\.values) == [Dictionary(uniqueKeysWithValues: expected)])
    }

    private static func info(duration: Int, attenuation: Int, score: Int) -> String {
        #"{"duration":\#(duration),"attenuation_value":\#(attenuation),"total_risk_score":\#(score)}"#
    }

    @Test("only the riskiest infos of an upload count, and the noise is wide enough for that number")
    func riskiest() async throws {
        let day = SampleReports.now.utcDay.advanced(byDays: -1)
        let sample = try await SampleReports(["analytics.infos-counted": "2"])
        let infos = [
            Self.info(duration: 300, attenuation: 80, score: 5), Self.info(duration: 1800, attenuation: 40, score: 300),
            Self.info(duration: 600, attenuation: 60, score: 15), Self.info(duration: 301, attenuation: 51, score: 12),
        ]
        let summaries = [infos[..<2], infos[2...]].map { #"{"exposure_info":[\#($0.joined(separator: ","))]}"# }
        let content = Array("[\(summaries.joined(separator: ","))]".utf8)
        let entry = InboxEntry(identifier: Bytes16(words: (1, 1)), receivedOn: day, area: "MI", content: content)
        _ = try await sample.stores.epidemiological.keep([entry], oldestDay: day)
        #expect(try await sample.rawCounts(.epidemiological, on: day) == ["5/0/3": 1, "1/0/1": 1])
        #expect(try await sample.release(day...day, of: [.epidemiological]).released.map(\.sensitivity) == [2])
    }

    @Test("a renewal has other figures, costs again, and is refused over the budget without any change")
    func renewal() async throws {
        let day = SampleReports.now.utcDay.advanced(byDays: -1)
        let stores = try await AnalyticsStoreHandles.temporary()
        let first = try await SampleReports(["analytics.budget": "2"], stores: stores, seed: 1)
        let second = try await SampleReports(["analytics.budget": "2"], stores: stores, seed: 2)
        _ = try await first.release(day...day, of: [.working])
        let before = try await first.cubes(on: day)
        #expect(try await second.release(day...day, of: [.working]) == ReleaseJob.Outcome())
        let renewed = try await second.release(day...day, of: [.working], renewing: true)
        #expect(renewed.released.map(\.renewal) == [1])
        let after = try await first.cubes(on: day)
        #expect(after.map(\.values) != before.map(\.values))
        let refused = try await second.release(day...day, of: [.working], renewing: true)
        #expect(refused.refused.map(\.renewal) == [2] && refused.released.isEmpty)
        #expect(try await first.cubes(on: day) == after)
        #expect(try await first.reports.ledger().months.map(\.spent) == [Millionths(2_000_000)])
    }

    @Test("two concurrent jobs release a day once, and do not spend their budget twice")
    func concurrent() async throws {
        let day = SampleReports.now.utcDay.advanced(byDays: -1)
        let stores = try await AnalyticsStoreHandles.temporary()
        let (first, second) = try await (SampleReports(stores: stores), SampleReports(stores: stores, seed: 2))
        async let one = first.release(day...day)
        async let other = second.release(day...day)
        #expect(try await one.released.count + other.released.count == 4)
        #expect(try await stores.releases.ledger().count == 4)
    }
}
