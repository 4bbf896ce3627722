public import ExposurePrimitives
public import Persistence

/// Keeps what one database remembers of the time, shared by all processes that use it.
public protocol TimeTrustStore: Sendable {
    /// Nil where nothing was remembered yet.
    func trust() async throws(StoreError) -> TimeTrust?

    /// The latest moment that the content tells of; nil where there is none that time could destroy or release. Takes a
    /// while in a large database, and is asked for before anything is remembered only.
    func latestEvidence() async throws(StoreError) -> UnixTime?

    /// Changes what is remembered, in one transaction that is durable on return.
    func changeTrust<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome
}
