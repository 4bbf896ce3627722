public import ExposurePrimitives
public import Persistence

/// Deletes what has outlived its purpose, and the traces that it and everything else left.
public protocol RetentionStore: TraceErasure {
    /// Deletes keys whose window ended `retention` seconds ago, chunks that have left the offer, inbox entries of an
    /// earlier day than that, rights that are unused and not live, and rights that were consumed on an earlier day than
    /// `consumedMemory` seconds ago. Indexes stay used.
    ///
    /// A chunk whose period ends more than `Self.futureTolerance` seconds ahead was made by a wrong clock. Its retention
    /// counts from the last end of a window among its keys, futures left out, from then on; without such a key it is over.
    func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64
    ) async throws(StoreError) -> DeletedCounts
}

extension RetentionStore {
    /// An hour: a clock that is set back by less is no reason to withdraw what it published.
    public static var futureTolerance: Int64 { 3600 }
}

/// How many rows a cleanup deleted.
public struct DeletedCounts: Hashable, Sendable {
    /// Real keys; padding goes uncounted.
    public let keys: Int
    /// Keys among them that never entered a chunk: more than zero means that publication did not run in time.
    public let unpublishedKeys: Int
    public let chunks: Int
    public let inboxEntries: Int
    public let rights: Int

    public init(keys: Int, unpublishedKeys: Int, chunks: Int, inboxEntries: Int, rights: Int) {
        self.keys = keys
        self.unpublishedKeys = unpublishedKeys
        self.chunks = chunks
        self.inboxEntries = inboxEntries
        self.rights = rights
    }
}
