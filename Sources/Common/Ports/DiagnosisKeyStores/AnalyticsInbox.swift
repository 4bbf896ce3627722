public import ExposurePrimitives
public import Persistence

/// The inbox as Exposure Ingestion sees it.
public protocol AnalyticsInbox: Sendable {
    /// The first `limit` entries in the order of their random identifiers.
    func entries(limit: Int) async throws(StoreError) -> [InboxEntry]

    /// Removes entries that the Analytics Service has received. Entries that are already removed cause no error.
    func remove(_ identifiers: [Bytes16]) async throws(StoreError)
}
