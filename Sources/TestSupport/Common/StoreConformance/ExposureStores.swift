package import Stores

/// The stores of the exposure database, as one adapter makes them on one fresh database.
package struct ExposureStores: Sendable {
    package let rights: any UploadRightStore
    package let uploads: any UploadStore
    package let chunks: any ChunkStore
    package let retention: any RetentionStore
    /// Everything in the Analytics Service's inbox, in any order.
    package let inbox: @Sendable () async throws -> [InboxEntry]

    package init(
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
