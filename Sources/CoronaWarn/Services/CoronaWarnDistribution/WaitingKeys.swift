package import CoronaWarnAPI
import CoronaWarnPackages
import CoronaWarnServing
package import DiagnosisKeyStores
package import ExposurePrimitives
import ServiceKit
import Synchronization

/// The keys of each region that have waited for more than a day for others, as the last run found them.
package final class WaitingKeys: Sendable {
    private let regions: [RegionCode]
    private let store: any WaitingKeyStore
    private let counts = Mutex<[RegionCode: Int]>([:])

    package init(of regions: [RegionCode], in store: any WaitingKeyStore) {
        self.regions = regions
        self.store = store
    }

    func count(_ region: RegionCode) -> Int {
        counts.withLock { $0[region] ?? 0 }
    }

    /// Counts at `now`. It returns the highest number of a region: a key may wait in several.
    package func update(now: UnixTime) async throws -> Int {
        var found: [RegionCode: Int] = [:]
        for region in regions {
            found[region] = try await store.countWaitingKeys(
                in: PackageKind.hour.sequence(of: region),
                since: now.advanced(bySeconds: -UnixTime.secondsPerDay)
            )
        }
        let result = found
        counts.withLock { $0 = result }
        return result.values.max() ?? 0
    }

    func observe(in metrics: MetricsRegistry) {
        metrics.describe(Self.metric, as: "Keys of a region that have waited for more than a day for others.")
        for region in regions {
            metrics.addGauge(Self.metric, dimensions: [("region", region.text)]) { [self] in Double(count(region)) }
        }
    }

    private static let metric = "distribution_waiting_keys"
}
