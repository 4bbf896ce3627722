package import Persistence

/// One database of a system, with the same guarantees on every engine: a write is durable when it returns, it happens
/// as if no other write happened meanwhile, and a failed one changes nothing.
///
/// An engine may run a body again after a conflict with another writer. A body therefore changes nothing but the
/// database.
package protocol SQLDatabase: TraceErasure, LeaseStore {
    /// Reads in a snapshot, without a time limit.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value

    /// Reads with one statement, without a snapshot: for the few rows that a request needs.
    func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value

    /// - Parameter patience: how long the write may wait for its turn. After that it fails and never happens. Nil means
    ///   without limit, for work that nobody waits for.
    func write<Value: Sendable>(
        patience: WritePatience,
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value

    /// Writes without a limit of waiting, for work on very many rows.
    func writeAlone<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value

    /// Does the work of a write and rolls it back before the commit, but still waits for the commit.
    func rehearse<Value: Sendable>(
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value

    /// Ends the connections after the current work.
    func close() throws(StoreError)
}

/// How long a write may wait for its turn.
package enum WritePatience: Sendable {
    /// The patience of the database's requests.
    case usual
    /// Without limit.
    case unlimited
}

/// The rows that other writers leave as they are while a write is under way.
package enum WriteIsolation: Sendable {
    /// All rows that the write has read.
    case allRows
    /// Those that the write changes, or inserts under a unique key. Of two writes that change the same row, one sees
    /// the other's.
    ///
    /// For writes of many phones at once. An engine that remembers the pages that each write has read takes most of
    /// these writes for conflicts (PostgreSQL 15, 13.2.3).
    case changedRows
}

extension SQLDatabase {
    /// Writes with the patience of a request.
    package func write<Value: Sendable>(
        isolation: WriteIsolation = .allRows,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await write(patience: .usual, isolation: isolation, body)
    }

    package func write<Value: Sendable>(
        patience: WritePatience,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await write(patience: patience, isolation: .allRows, body)
    }

    package func rehearse<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await rehearse(isolation: .allRows, body)
    }
}
