public import ExposurePrimitives

/// Deletes what has outlived its purpose, so that it cannot be read back from the database's files.
public protocol RetentionStore: Sendable {
    /// Deletes keys whose window ended `retention` seconds ago, chunks whose period ended then, inbox entries of as long
    /// ago, rights that expired unused and rights that were consumed `consumedMemory` seconds ago. Indexes stay used.
    func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64
    ) async throws(StoreError) -> DeletedCounts
}

/// How many rows a cleanup deleted.
public struct DeletedCounts: Hashable, Sendable {
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
