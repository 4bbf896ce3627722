/// A database whose files can be freed of what is no longer in its tables.
public protocol TraceErasure: Sendable {
    /// Makes deleted rows unreadable in the store's files, and the order in which rows arrived, which would tie together
    /// what one phone sent. Returns false where that could not be finished now: call again later.
    func eraseTraces() async throws(StoreError) -> Bool
}
