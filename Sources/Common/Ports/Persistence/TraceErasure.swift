/// A database that can erase the traces of deleted rows from its files.
public protocol TraceErasure: Sendable {
    /// Makes deleted rows unreadable in the store's files, and also the order of arrival of rows, which could link the
    /// rows of one phone.
    ///
    /// Returns false if it could not finish now: call again later.
    func eraseTraces() async throws(StoreError) -> Bool
}
