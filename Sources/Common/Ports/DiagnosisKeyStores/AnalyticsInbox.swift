public import ExposurePrimitives
public import Persistence

/// The entries that uploads left for analytics.
public protocol AnalyticsInbox: Sendable {
    /// The first `limit` entries in the order of their random identifiers.
    func entries(limit: Int) async throws(StoreError) -> [InboxEntry]

    /// Removes entries that analytics has received. Entries that are already removed cause no error.
    func remove(_ identifiers: [Bytes16]) async throws(StoreError)
}
