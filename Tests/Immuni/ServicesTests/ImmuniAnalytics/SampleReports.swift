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
        let reader = try await SettingsReader(
            commandLine: settings,
            environment: [:],
            catalogue: ReportsConfiguration.catalogue
        )
        configuration = try ReportsConfiguration(reader)
        job = ReleaseJob(
            counts: RawCounts(
                operational: stores.operational,
                epidemiological: stores.epidemiological,
                infosCounted: configuration.infosCounted
            ),
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

    static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(iso: text)) }

    /// Counts one upload of a phone whose flags are all set.
    func count(
        on day: CalendarDay,
        province: String = "MI",
        platform: OperationalFacts.Platform = .ios,
        exposure: CalendarDay? = nil,
        number: Int = 0
    ) async throws {
        let facts = OperationalFacts(
            platform: platform,
            province: province,
            exposurePermission: true,
            bluetoothActive: true,
            notificationPermission: true,
            lastRiskyExposureOn: exposure
        )
        var generator = SystemRandomNumberGenerator()
        let binding = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        _ = try await stores.operational.count(facts, on: day, boundBy: binding, until: Self.now)
    }
}
