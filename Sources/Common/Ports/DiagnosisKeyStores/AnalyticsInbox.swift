public import ExposurePrimitives
public import Persistence

/// Exposure Ingestion's side of the inbox.
public protocol AnalyticsInbox: Sendable {
    /// The first `limit` entries in the order of their random identifiers.
    func entries(limit: Int) async throws(StoreError) -> [InboxEntry]

    /// Removes entries that the Analytics Service has; those that are gone already do no harm.
    func remove(_ identifiers: [Bytes16]) async throws(StoreError)
}
