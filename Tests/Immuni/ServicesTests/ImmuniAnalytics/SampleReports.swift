import AnalyticsStoreConformance
import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import Testing

@testable import ImmuniAnalytics

/// Releases and reports on databases of their own, with counts that a test gives.
struct SampleReports {
    /// Two in the morning of 2026-11-21.
    static let now = UnixTime(1_795_226_400)

    let clock = ManualClock(now)
    let stores: AnalyticsStoreHandles
    let configuration: ReportsConfiguration
    let job: ReleaseJob
    let reports: AnalyticsReports

    init(
        _ settings: [String: String] = [:],
        stores given: AnalyticsStoreHandles? = nil,
        penetration: Penetration? = nil,
        seed: UInt64 = 1
    ) async throws {
        let stores = if let given { given } else { try await AnalyticsStoreHandles.temporary() }
        self.stores = stores
        let catalogue = ReportsConfiguration.catalogue
        let reader = try await SettingsReader(commandLine: settings, environment: [:], catalogue: catalogue)
        configuration = try ReportsConfiguration(reader)
        job = ReleaseJob(
            counts: RawCounts(stores, configuration),
            releases: stores.releases,
            configuration: configuration,
            retentionDays: 30,
            clock: clock,
            makeGenerator: { SeededGenerator(seed: seed) }
        )
        reports = AnalyticsReports(
            releases: stores.releases,
            settings: nil,
            configuration: configuration,
            penetration: penetration,
            clock: clock
        )
    }

    func release(
        _ days: ClosedRange<CalendarDay>,
        of statistics: [Statistic] = Statistic.allCases,
        renewing: Bool = false
    ) async throws -> ReleaseJob.Outcome {
        try await job.release(statistics, from: days.lowerBound, through: days.upperBound, renewing: renewing)
    }

    func cubes(of statistic: Statistic = .working, on day: CalendarDay) async throws -> [ReleasedCube] {
        try await stores.releases.cubes(of: statistic, from: day, through: day)
    }

    /// The counts of `statistic` that are not 0.
    func rawCounts(_ statistic: Statistic, on day: CalendarDay) async throws -> [String: Int] {
        try await RawCounts(stores, configuration).leaves(of: statistic, on: day).filter { $0.value != 0 }
    }

    static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(iso: text)) }

    /// Counts one upload of a phone whose flags are all set.
    func count(
        on day: CalendarDay,
        province: String = "MI",
        platform: OperationalFacts.Platform = .ios,
        exposure: CalendarDay? = nil
    ) async throws {
        let facts = OperationalFacts.sample(platform: platform, province: province, exposure: exposure)
        var generator = SystemRandomNumberGenerator()
        let binding = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        _ = try await stores.operational.count(facts, on: day, boundBy: binding, until: Self.now)
    }
}

extension RawCounts {
    init(_ stores: AnalyticsStoreHandles, _ configuration: ReportsConfiguration) {
        self.init(
            operational: stores.operational,
            epidemiological: stores.epidemiological,
            infosCounted: configuration.infosCounted
        )
    }
}

extension OperationalFacts {
    /// The facts of a phone with both permissions.
    static func sample(
        platform: Platform = .ios,
        province: String = "RM",
        bluetoothActive: Bool = true,
        exposure: CalendarDay? = nil
    ) -> OperationalFacts {
        OperationalFacts(
            platform: platform,
            province: province,
            exposurePermission: true,
            bluetoothActive: bluetoothActive,
            notificationPermission: true,
            lastRiskyExposureOn: exposure
        )
    }
}

extension LedgerEntry {
    /// The first release of a day, which one phone changes by 1.
    static func sample(
        _ statistic: Statistic,
        on day: CalendarDay,
        epsilon: Millionths,
        releasedOn end: CalendarDay
    ) -> LedgerEntry {
        LedgerEntry(statistic: statistic, day: day, renewal: 0, epsilon: epsilon, sensitivity: 1, releasedOn: end)
    }
}
