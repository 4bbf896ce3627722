/// The stores of the exposure database, as one adapter makes them on one fresh database.
public struct ExposureStores: Sendable {
    public let rights: any UploadRightStore
    public let uploads: any UploadStore
    public let chunks: any ChunkStore
    public let retention: any RetentionStore
    /// Everything in the Analytics Service's inbox, in any order.
    public let inbox: @Sendable () async throws -> [InboxEntry]

    public init(
        rights: any UploadRightStore,
        uploads: any UploadStore,
        chunks: any ChunkStore,
        retention: any RetentionStore,
        inbox: @escaping @Sendable () async throws -> [InboxEntry]
    ) {
        self.rights = rights
        self.uploads = uploads
        self.chunks = chunks
        self.retention = retention
        self.inbox = inbox
    }
}
