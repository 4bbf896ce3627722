import GRDB
import Persistence
import SQLEngine

/// Runs the writes of many callers in shared transactions.
///
/// Writes that arrive during a commit go into the next transaction, so that one sync of the disk serves all of them.
/// Each caller's write has a savepoint: a failure rolls back only its own write.
actor GroupCommit {
    private let pool: DatabasePool
    private var waiting: [Write] = []
    private var isDraining = false

    /// The maximum number of writes in one transaction, so that no caller waits long for the others.
    private static let maxGroup = 512

    init(pool: DatabasePool) {
        self.pool = pool
    }

    /// One caller's write. The outcome of `perform` is kept until the transaction has committed.
    private struct Write: Sendable {
        let perform: @Sendable (Database) throws -> Void
        let finish: @Sendable ((any Error)?) -> Void
    }

    /// Runs `body` in a savepoint and returns its value once the transaction is durable.
    ///
    /// - Parameters:
    ///   - keeping: false rolls the savepoint back before the commit.
    ///   - patience: how long the write may wait for its turn. After that it fails and never happens. Nil means without
    ///     limit.
    func run<Value: Sendable>(
        keeping: Bool,
        patience: Duration?,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let deadline = patience.map { ContinuousClock.now.advanced(by: $0) }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            waiting.append(
                Write(
                    perform: { db in
                        try outcome.capture {
                            if let deadline, ContinuousClock.now >= deadline {
                                throw StoreError.unavailable(reason: "the write waited too long for its turn")
                            }
                            var value: Value?
                            try db.inSavepoint {
                                value = try body(SQLSession(db))
                                return keeping ? .commit : .rollback
                            }
                            return value
                        }
                    },
                    finish: { error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else {
                            continuation.resume()
                        }
                    }
                )
            )
            if !isDraining {
                isDraining = true
                Task { await drain() }
            }
        }
        return try outcome.get()
    }

    private func drain() async {
        while !waiting.isEmpty {
            let group = Array(waiting.prefix(Self.maxGroup))
            waiting.removeFirst(group.count)
            var failure: (any Error)?
            do {
                try await pool.writeWithoutTransaction { db in
                    try db.inTransaction(.immediate) {
                        for write in group {
                            try write.perform(db)
                        }
                        return .commit
                    }
                }
            } catch {
                failure = error
            }
            for write in group {
                write.finish(failure)
            }
        }
        isDraining = false
    }
}
