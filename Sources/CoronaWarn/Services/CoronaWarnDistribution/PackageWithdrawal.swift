package import ClockPorts
package import CoronaWarnAPI
package import CoronaWarnConfiguration
package import CoronaWarnPackages
import CoronaWarnServing
package import DiagnosisKeyStores
import ExposurePrimitives
package import GAENCore

/// Withdraws packages: phones are told to delete them, they leave the tree, and their sound keys get a new decision.
package struct PackageWithdrawal: Sendable {
    private let regions: [RegionPackages]
    private let store: any WithdrawalStore
    private let life: PackageLife
    private let clock: any TrustedClock

    package init(of regions: [RegionPackages], store: any WithdrawalStore, life: PackageLife, clock: any TrustedClock) {
        self.regions = regions
        self.store = store
        self.life = life
        self.clock = clock
    }

    /// The files of a package, as the configuration names them to phones; none if no such package is on offer.
    ///
    /// - Parameter path: of the first file.
    package func files(at path: TreePath) async throws -> [RevokedPackage] {
        try await found(path).compactMap { file in
            let tag = Hex.encode(file.chunk.digest)
            return switch path {
            case .day(let region, let day, _):
                RevokedPackage(region: region.text, date: "\(day)", hour: nil, entityTag: tag)
            case .hour(let region, let day, let hour, _):
                RevokedPackage(region: region.text, date: "\(day)", hour: hour, entityTag: tag)
            default: nil
            }
        }
    }

    /// Lets the sound keys of a package wait for a later one of the same kind, and deletes the others.
    ///
    /// - Returns: the number of keys that wait.
    package func release(at path: TreePath, except unsound: Set<TemporaryExposureKey.KeyData>) async throws -> Int {
        let now = try await clock.trustedNow()
        var count = 0
        for file in try await found(path) {
            guard let (region, kind) = Self.sequence(of: path) else {
                continue
            }
            count += try await store.withdrawKeys(
                ofChunk: file.chunk.index,
                in: kind.sequence(of: region),
                except: unsound,
                from: PackageHour(containing: now).start
            )
        }
        return count
    }

    private func found(_ path: TreePath) async throws -> [RegionPackages.File] {
        guard let (region, _) = Self.sequence(of: path),
            let packages = regions.first(where: { $0.region == region })
        else {
            return []
        }
        let files = try await packages.files(now: clock.trustedNow(), life: life)
        guard let slot = files.first(where: { $0.path == path })?.slot else {
            return []
        }
        return files.filter { $0.slot == slot }
    }

    private static func sequence(of path: TreePath) -> (RegionCode, PackageKind)? {
        switch path {
        case .day(let region, _, _): (region, .day)
        case .hour(let region, _, _, _): (region, .hour)
        default: nil
        }
    }
}
