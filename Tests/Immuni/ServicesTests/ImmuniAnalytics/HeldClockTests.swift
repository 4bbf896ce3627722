import AnalyticsStoreConformance
import AnalyticsStores
import ClockPorts
import DiagnosisKeyStores
import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import SQLStores
import SQLiteTesting
import Testing

@testable import ImmuniAnalytics

@Suite("Analytics while the clock is held")
struct HeldClockTests {
    @Test("entries of the inbox wait, however old they seem")
    func inbox() async throws {
        let sample = try await SampleAnalytics()
        var generator = SeededGenerator(seed: 1)
        let number = Bytes16.random(using: &generator)
        let today = SampleAnalytics.noon.utcDay
        let entry = InboxEntry(identifier: number, receivedOn: today, area: "RM", content: Array("[]".utf8))
        try await sample.stores.receive(entry)
        sample.clock.advance(bySeconds: 40 * UnixTime.secondsPerDay)
        sample.clock.hold(since: SampleAnalytics.noon)
        await #expect(throws: ClockHold.self) { try await sample.inbox.run() }
        #expect(try await sample.stores.inbox.entries(limit: 10) == [entry])
    }

    @Test("counts, tokens and jobs are kept")
    func cleanup() async throws {
        let sample = try await SampleAnalytics.authorised()
        sample.clock.advance(bySeconds: 400 * UnixTime.secondsPerDay)
        sample.clock.hold(since: SampleAnalytics.noon)
        await #expect(throws: ClockHold.self) { try await sample.cleanup.run() }
        sample.clock.trust()
        #expect(try await sample.cleanup.run().tokens == 1)
    }

    @Test("no day is released, neither by the job nor by hand, and none becomes the first day")
    func releases() async throws {
        let sample = try await SampleReports()
        _ = try await sample.job.run()
        let today = SampleReports.now.utcDay
        sample.clock.advance(bySeconds: 20 * UnixTime.secondsPerDay)
        sample.clock.hold(since: SampleReports.now)
        await #expect(throws: ClockHold.self) { try await sample.job.run() }
        await #expect(throws: ClockHold.self) { try await sample.release(today...today, renewing: true) }
        #expect(try await sample.stores.releases.ledger().isEmpty)
    }

    @Test("a first day that a wrong clock set does not matter once the clock is right again")
    func firstDay() async throws {
        let sample = try await SampleReports()
        let today = SampleReports.now.utcDay
        sample.clock.advance(bySeconds: 1800 * UnixTime.secondsPerDay)
        _ = try await sample.job.run()
        sample.clock.set(SampleReports.now)
        _ = try await sample.job.run()
        sample.clock.advance(bySeconds: UnixTime.secondsPerDay)
        #expect(try await sample.job.run().released.map(\.day) == [today, today, today, today])
    }

    @Test("a day with a void release is released again, and only its own price counts if the void one was noise")
    func voidReleases() async throws {
        for isReleased in [true, false] {
            let sample = try await SampleReports()
            let yesterday = SampleReports.now.utcDay.advanced(byDays: -1)
            let today = yesterday.advanced(byDays: 1)
            let made = LedgerEntry.sample(.working, on: yesterday, epsilon: Millionths(3_500_000), releasedOn: today)
            let cube = ReleasedCube(entry: made, values: [:])
            _ = try await sample.stores.releases.keep(cube, within: Millionths(4_000_000))
            try await sample.stores.voidReleases(charged: !isReleased)
            let outcome = try await sample.release(yesterday...yesterday, of: [.working])
            #expect(outcome.released.map(\.renewal) == (isReleased ? [1] : []))
            #expect(outcome.refused.count == (isReleased ? 0 : 1), "3.5 and 1 are more than the budget of 4")
            let spent = try await sample.stores.releases.ledger().spent(in: CalendarMonth(of: yesterday))
            #expect(spent == Millionths(isReleased ? 1_000_000 : 3_500_000))
            #expect(try await sample.release(yesterday...yesterday, of: [.working]).released.isEmpty)
        }
    }
}

extension SamplingTests {
    @Test("a revision that a wrong clock dated far ahead was in force until the next one came")
    func revisionFromTheFuture() async throws {
        let store = try await SQLSettings(TemporaryDatabase(.settings))
        let noon = try #require(CalendarDay(iso: "2026-10-05")).startInUTC.advanced(bySeconds: 43_200)
        let rates = ["0.1", "0.9", "0.5"]
        for (number, madeAt) in [UnixTime(0), UnixTime(1_950_000_000), noon].enumerated() {
            let settings = [Self.setting(rates[number])]
            _ = try await store.append(settings, as: Self.change(at: madeAt), after: Int64(number))
        }
        let standard = SamplingHistory.Rates(withExposure: 1, withoutExposure: 1, detectionPeriod: 14_400)
        let history = try await SamplingHistory(reading: store, standard: standard)
        let found = history.rates(of: .ios, on: noon.utcDay).withoutExposure
        #expect(abs(found - (0.1 + 0.5) / 2) < 1e-9)
        #expect(history.rates(of: .ios, on: noon.utcDay.advanced(byDays: 1)).withoutExposure == 0.5)
    }
}
