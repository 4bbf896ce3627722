import AnalyticsStores
import ExposurePrimitives
import Persistence
import SQLStores
import SQLiteTesting
import Testing

@testable import ImmuniAnalytics

@Suite("Sampling rates and shares of the month")
struct SamplingTests {
    private static let standard = SamplingHistory.Rates(withExposure: 1, withoutExposure: 0.6, detectionPeriod: 14_400)

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(iso: text)) }

    @Test(
        "the shares of a month add up to one",
        arguments: ["2026-02", "2024-02", "2026-04", "2026-10"],
        [0.0, 1, 14_400, 86_400]
    )
    func sharesAddUp(month: String, period: Double) throws {
        let month = try #require(CalendarMonth(iso: month))
        let shares = (0..<month.dayCount).map {
            UploadShare.share(of: month.firstDay.advanced(byDays: $0), detectionPeriod: period)
        }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
        let inner = 1 / Double(month.dayCount - 1)
        let delay = period / 86_400
        #expect(abs(shares[0] - inner * (1 - delay / 2)) < 1e-9)
        #expect(abs(shares[10] - inner) < 1e-9)
        #expect(abs(shares[month.dayCount - 1] - inner * delay / 2) < 1e-9)
    }

    @Test("the shares equal those of simulated phones")
    func simulatedPhones() throws {
        var generator = SeededGenerator(seed: 3)
        let month = try #require(CalendarMonth(iso: "2026-11"))
        var found = [Int](repeating: 0, count: 30)
        let phones = 100_000
        for _ in 0..<phones {
            let opening = Double.random(in: 0..<(29 * 86_400), using: &generator)
            let upload = opening + Double.random(in: 0..<43_200, using: &generator)
            found[Int(upload / 86_400)] += 1
        }
        for (place, count) in found.enumerated() {
            let share = UploadShare.share(of: month.firstDay.advanced(byDays: place), detectionPeriod: 43_200)
            let expected = share * Double(phones)
            #expect(abs(Double(count) - expected) < 5 * expected.squareRoot() + 1, "day \(place)")
        }
    }

    static func change(at time: UnixTime) -> SettingsChange {
        SettingsChange(madeAt: time, author: "a", reason: "r", origin: .set)
    }

    static func setting(_ rate: String, build: Int = 1, platform: String = "ios") -> AppSetting {
        let name = "operational_info_without_exposure_sampling_rate"
        return AppSetting(platform: platform, startingBuild: build, name: name, value: Array(rate.utf8))
    }

    @Test("a rate that changes within a day counts by its hours, for its platform, in its newest build")
    func weighted() async throws {
        let store = try await SQLSettings(TemporaryDatabase(.settings))
        let changed = try day("2026-11-10")
        let first = [Self.setting("0.5"), Self.setting("0.2", platform: "android")]
        _ = try await store.append(first, as: Self.change(at: UnixTime(0)), after: 0)
        let second = [Self.setting("0.1"), Self.setting("0.9", build: 7)]
        let six = changed.startInUTC.advanced(bySeconds: 6 * 3600)
        _ = try await store.append(second, as: Self.change(at: six), after: 1)
        let history = try await SamplingHistory(reading: store, standard: Self.standard)
        #expect(history.isRecorded)
        #expect(abs(history.rates(of: .ios, on: changed).withoutExposure - (0.25 * 0.5 + 0.75 * 0.9)) < 1e-12)
        #expect(abs(history.rates(of: .android, on: changed).withoutExposure - (0.25 * 0.2 + 0.75 * 0.6)) < 1e-12)
        #expect(abs(history.rates(of: .ios, on: changed.advanced(byDays: -1)).withoutExposure - 0.5) < 1e-12)
        #expect(abs(history.rates(of: .ios, on: changed.advanced(byDays: 1)).withoutExposure - 0.9) < 1e-12)
        #expect(history.rates(of: .ios, on: changed).withExposure == 1)
        #expect(abs(history.rates(of: .ios, on: changed).detectionPeriod - 14_400) < 1e-6)
    }

    @Test("the first revision counts for the time before it, and without any the server's settings count")
    func beginnings() async throws {
        let nothing = try await SQLSettings(TemporaryDatabase(.settings))
        let empty = try await SamplingHistory(reading: nothing, standard: Self.standard)
        #expect(!empty.isRecorded)
        #expect(empty.rates(of: .android, on: try day("2026-11-10")) == Self.standard)
        let store = try await SQLSettings(TemporaryDatabase(.settings))
        _ = try await store.append([Self.setting("0.5")], as: Self.change(at: UnixTime(2_000_000_000)), after: 0)
        let history = try await SamplingHistory(reading: store, standard: Self.standard)
        #expect(history.rates(of: .ios, on: try day("2026-11-10")).withoutExposure == 0.5)
    }
}
