/// The stores of the exposure database, as one adapter provides them for one database.
public struct ExposureStores: Sendable {
    public let rights: any UploadRightStore
    public let uploads: any UploadStore
    public let chunks: any ChunkStore
    public let retention: any RetentionStore
    public let inbox: any AnalyticsInbox

    public init(
        rights: any UploadRightStore,
        uploads: any UploadStore,
        chunks: any ChunkStore,
        retention: any RetentionStore,
        inbox: any AnalyticsInbox
    ) {
        self.rights = rights
        self.uploads = uploads
        self.chunks = chunks
        self.retention = retention
        self.inbox = inbox
    }
}
