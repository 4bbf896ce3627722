package import CoronaWarnAPI
import CoronaWarnPackages
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import Persistence

/// The packages of one region, as the key store has decided about them.
package struct RegionPackages: Sendable {
    package let region: RegionCode
    private let hours: any ChunkStore
    private let days: any ChunkStore

    package init(of region: RegionCode, hours: any ChunkStore, days: any ChunkStore) {
        self.region = region
        self.hours = hours
        self.days = days
    }

    /// One file of a package: its place in the tree, and the chunk that it is.
    struct File: Sendable {
        let path: TreePath
        let slot: PackageSlot
        let chunk: PublishedChunk
    }

    /// The files on offer at `now`, those of hours first.
    func files(now: UnixTime, life: PackageLife) async throws(StoreError) -> [File] {
        let hourly = try await published(hours, now: now) { .hour(PackageHour(containing: $0)) }
        let daily = try await published(days, now: now) { .day($0.utcDay) }
        return (hourly + daily).filter { life.offers($0.slot, at: now) }
    }

    private func published(
        _ chunks: any ChunkStore,
        now: UnixTime,
        slot: (UnixTime) -> PackageSlot
    ) async throws(StoreError) -> [File] {
        var files: [File] = []
        for chunk in try await chunks.offeredChunks(now: now, retention: Retention.seconds) {
            // A period belongs to the hour or the day in which its last second is.
            let slot = slot(chunk.periodEnd.advanced(bySeconds: -1))
            let batch = files.count { $0.slot == slot } + 1
            files.append(File(path: slot.path(in: region, batch: batch), slot: slot, chunk: chunk))
        }
        return files
    }
}
