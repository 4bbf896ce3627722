public import ExposurePrimitives
public import Persistence

/// Stores one database's memory of the time, which all its processes share.
public protocol TimeTrustStore: Sendable {
    /// The stored trust; nil if nothing was stored yet.
    func trust() async throws(StoreError) -> TimeTrust?

    /// The latest moment in the content; nil if there is none that time could destroy or release.
    ///
    /// This is slow in a large database. It is only called if nothing was stored yet.
    func latestEvidence() async throws(StoreError) -> UnixTime?

    /// Changes the stored trust, in one transaction that is durable on return.
    func changeTrust<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome
}
