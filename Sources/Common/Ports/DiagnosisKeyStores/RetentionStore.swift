public import ExposurePrimitives
public import Persistence

/// Deletes rows whose retention has ended, and the traces of all deleted rows.
public protocol RetentionStore: TraceErasure {
    /// Deletes these rows, of every sequence:
    ///
    /// - keys whose window ended `retention` seconds ago
    /// - chunks that have left the offer
    /// - inbox entries of a day before `retention` seconds ago
    /// - rights that are unused and not live
    /// - rights that were consumed on a day before `consumedMemory` seconds ago
    ///
    /// Indexes stay used.
    ///
    /// A chunk whose period ends more than `Self.futureTolerance` seconds ahead was made by a wrong clock. From then on
    /// its retention counts from the last end of a window among its keys that is not in the future. Without such a key
    /// its retention is over.
    ///
    /// - Parameter followers: the sequences that repeat the keys of others. A key that entered no chunk of theirs
    ///   counts as published.
    func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64,
        followers: [SequenceName]
    ) async throws(StoreError) -> DeletedCounts
}

extension RetentionStore {
    /// An hour. If a clock is set back by less, chunks that it published are not withdrawn.
    public static var futureTolerance: Int64 { 3600 }
}

/// The numbers of rows that a cleanup deleted.
public struct DeletedCounts: Hashable, Sendable {
    /// The number of real keys, without padding. A key of several sequences is one key.
    public let keys: Int
    /// The number of keys among them that never entered a chunk of one of their sequences, without followers. More than
    /// zero means that publication did not run in time.
    public let unpublishedKeys: Int
    public var chunks: Int
    /// The object names of the deleted chunks, also of sequences that nobody publishes any more. Their files can go.
    public let files: [String]
    public let inboxEntries: Int
    public let rights: Int

    public init(keys: Int, unpublishedKeys: Int, chunks: Int, files: [String] = [], inboxEntries: Int, rights: Int) {
        self.keys = keys
        self.unpublishedKeys = unpublishedKeys
        self.chunks = chunks
        self.files = files
        self.inboxEntries = inboxEntries
        self.rights = rights
    }
}
