import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import Persistence
import Synchronization
import WireFormat

/// The chunks on offer. Each is read from the database at most once a second: every phone requests the same few, and
/// published chunks never change. At worst a chunk is served for the rest of the second in which it is withdrawn.
final class OfferedChunks: Sendable {
    private let store: any ChunkStore
    private let known = Mutex<[Int: Known]>([:])

    /// A chunk that phones may download.
    struct Offer {
        let chunk: PublishedChunk
        let tag: EntityTag

        init(_ chunk: PublishedChunk) {
            self.chunk = chunk
            tag = EntityTag(Hex.encode(chunk.digest))
        }
    }

    private struct Known {
        let offer: Offer
        /// The time of the database's answer.
        let moment: UnixTime
    }

    init(_ store: any ChunkStore) {
        self.store = store
    }

    /// Nil for a chunk that is not on offer at `now`.
    func chunk(_ index: Int, now: UnixTime) async throws(StoreError) -> Offer? {
        if let known = known.withLock({ $0[index] }), known.moment == now {
            return known.offer
        }
        let offer = try await store.offeredChunk(index, now: now, retention: Retention.seconds).map(Offer.init)
        known.withLock { known in
            if known.count >= Self.maxCount {
                known.removeAll()
            }
            known[index] = offer.map { Known(offer: $0, moment: now) }
        }
        return offer
    }

    /// Fourteen days of hourly chunks are 336.
    private static let maxCount = 4096
}
