import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import Persistence
import Synchronization

/// The chunks on offer. Each is read from the database at most once a second: every phone requests the same few, and
/// published chunks never change. At worst a chunk is served for the rest of the second in which it is withdrawn.
final class OfferedChunks: Sendable {
    private let store: any ChunkStore
    private let known = Mutex<[Int: Known]>([:])

    private struct Known {
        let chunk: PublishedChunk
        /// The time of the database's answer.
        let moment: UnixTime
    }

    init(_ store: any ChunkStore) {
        self.store = store
    }

    /// Nil for a chunk that is not on offer at `now`.
    func chunk(_ index: Int, now: UnixTime) async throws(StoreError) -> PublishedChunk? {
        if let known = known.withLock({ $0[index] }), known.moment == now {
            return known.chunk
        }
        let chunk = try await store.offeredChunk(index, now: now, retention: Retention.seconds)
        known.withLock { known in
            if known.count >= Self.maxCount {
                known.removeAll()
            }
            known[index] = chunk.map { Known(chunk: $0, moment: now) }
        }
        return chunk
    }

    /// Fourteen days of hourly chunks are 336.
    private static let maxCount = 4096
}
