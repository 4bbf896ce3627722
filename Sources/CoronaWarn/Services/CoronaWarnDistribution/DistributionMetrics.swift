import CoronaWarnAPI
import CoronaWarnPackages
import ExposurePrimitives
import ServiceKit
import Synchronization

/// The measurements of the distribution service. They tell what everybody can count in the published packages, and how
/// old the newest package of an hour is.
final class DistributionMetrics: Sendable {
    private let files: [PackageSequence: EventCounter]
    private let keys: [PackageSequence: EventCounter]
    /// The end of the newest hour in each region's index, as the last run found it.
    private let newestHours = Mutex<[RegionCode: UnixTime]>([:])

    init(of sequences: [PackageSequence], in registry: MetricsRegistry, clock: any WallClock) {
        func counters(_ label: String) -> [PackageSequence: EventCounter] {
            let made = sequences.map { sequence in
                (sequence, registry.addCounter(label, dimensions: sequence.metricLabels))
            }
            return Dictionary(uniqueKeysWithValues: made)
        }
        registry.describe(Self.filesLabel, as: "Files of packages that were made.")
        registry.describe(Self.keysLabel, as: "Keys in these files.")
        registry.describe(Self.ageLabel, as: "Time since the end of the newest hour that has a package.")
        files = counters(Self.filesLabel)
        keys = counters(Self.keysLabel)
        for region in Set(sequences.map(\.region)) {
            registry.addGauge(Self.ageLabel, dimensions: [("region", region.text)]) { [self] in
                age(of: region, now: clock.now())
            }
        }
    }

    func record(_ outcome: DistributionJob.Outcome) {
        for (sequence, published) in outcome.publications {
            files[sequence]?.increase(by: published.files)
            keys[sequence]?.increase(by: published.keys)
        }
        newestHours.withLock { $0 = outcome.tree.newestHours }
    }

    /// Seconds; not a number before the first package.
    private func age(of region: RegionCode, now: UnixTime) -> Double {
        newestHours.withLock { $0[region] }.map { Double(now.seconds(since: $0)) } ?? .nan
    }

    private static let filesLabel = "distribution_files_total"
    private static let keysLabel = "distribution_keys_total"
    private static let ageLabel = "distribution_newest_hour_age_seconds"
}

extension PackageSequence {
    fileprivate var metricLabels: [(String, String)] { [("region", region.text), ("kind", kind.rawValue)] }
}
