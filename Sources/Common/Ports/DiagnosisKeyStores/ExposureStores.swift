/// The stores of the exposure database, as one adapter provides them for one database.
public struct ExposureStores: Sendable {
    public let rights: any UploadRightStore
    /// The uploads of a system whose rights are in ``rights``.
    public let uploads: any UploadStore<RightIdentifier, RightEvidence>
    public let retention: any RetentionStore
    public let inbox: any AnalyticsInbox
    private let chunksOf: @Sendable (SequenceName) -> any ChunkStore

    public init(
        rights: any UploadRightStore,
        uploads: any UploadStore<RightIdentifier, RightEvidence>,
        retention: any RetentionStore,
        inbox: any AnalyticsInbox,
        chunks: @escaping @Sendable (SequenceName) -> any ChunkStore
    ) {
        self.rights = rights
        self.uploads = uploads
        self.retention = retention
        self.inbox = inbox
        chunksOf = chunks
    }

    /// The chunks of the only sequence of a system that has one.
    public var chunks: any ChunkStore { chunks(of: .main) }

    /// The chunks of one sequence.
    public func chunks(of sequence: SequenceName) -> any ChunkStore { chunksOf(sequence) }
}
