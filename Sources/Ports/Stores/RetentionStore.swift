public import ExposurePrimitives

/// A database whose files can be freed of what is no longer in its tables.
public protocol TraceErasure: Sendable {
    /// Makes deleted rows unreadable in the store's files, and the order in which rows arrived, which would tie together
    /// what one phone sent. Returns false where that could not be finished now: call again later.
    func eraseTraces() async throws(StoreError) -> Bool
}

/// Deletes what has outlived its purpose, and the traces that it and everything else left.
public protocol RetentionStore: TraceErasure {
    /// Deletes keys whose window ended `retention` seconds ago, chunks whose period ended then, inbox entries of an
    /// earlier day than that, rights that expired unused, and rights that were consumed on an earlier day than
    /// `consumedMemory` seconds ago. Indexes stay used.
    func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64
    ) async throws(StoreError) -> DeletedCounts
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
