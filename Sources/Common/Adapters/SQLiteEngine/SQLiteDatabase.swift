import Foundation
import GRDB
package import Persistence
package import SQLEngine

/// One SQLite file with Avviso's guarantees.
///
/// It has a write-ahead log. Every commit is synced to the disk before it is acknowledged. Deleted content is
/// overwritten. Commits of concurrent writers are grouped.
package final class SQLiteDatabase: SQLDatabase {
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let patience: Duration?
    private let path: String

    /// Opens or creates the file at `path` and updates its schema.
    ///
    /// - Parameter patience: how long a write may wait for its turn. After that it is refused and never happens. Nil
    ///   means without limit.
    /// - Throws: `unsupportedSchema` for a file that a newer version made, `unavailable` for everything else.
    package init(path: String, schema: SQLSchema, patience: Duration? = nil) throws(StoreError) {
        self.patience = patience
        self.path = path
        do {
            var configuration = Configuration()
            // Writers of several processes take turns; readers never wait.
            configuration.busyMode = .timeout(Self.busySeconds)
            // Each core may read at the same time as the longer readers.
            configuration.maximumReaderCount = Self.longReaders + ProcessInfo.processInfo.activeProcessorCount
            configuration.prepareDatabase { db in
                // This sets the page size of a new file; an existing file keeps its own.
                try db.execute(sql: "PRAGMA page_size = \(Self.pageSize)")
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            pool = try FileLock.holding(path + ".lock") {
                try Self.open(path, configuration: configuration, schema: schema)
            }
        } catch {
            throw StoreError(error)
        }
        commits = GroupCommit(pool: pool)
    }

    private static func open(_ path: String, configuration: Configuration, schema: SQLSchema) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it switches the log on. FULL must therefore be set after that, and it is read back.
        let synchronous = try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // A publication touches most pages of a large table, repeatedly through its indexes.
            try db.execute(sql: "PRAGMA cache_size = -\(writerCacheKiB)")
            // Random keys touch the same pages repeatedly. With a longer log, fewer pages are copied twice.
            let bytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? pageSize
            try db.execute(sql: "PRAGMA wal_autocheckpoint = \(logSize / bytes)")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        guard synchronous == synchronousFull else {
            throw StoreError.unavailable(reason: "SQLite does not accept synchronous = FULL")
        }
        try schema.migrate(pool)
        return pool
    }

    /// Checks whether this version can use the file at `path`, without changing it.
    package static func check(path: String, schema: SQLSchema) throws(StoreError) {
        do {
            let reader = try reader(of: path)
            try schema.checkVersion(reader)
            try reader.close()
        } catch {
            throw StoreError(error)
        }
    }

    /// Copies the file at `path` as it is between two commits. The file `copy` is created.
    package static func copy(_ path: String, to copy: String) throws(StoreError) {
        do {
            let (reader, writer) = (try reader(of: path), try DatabaseQueue(path: copy))
            try reader.backup(to: writer)
            try writer.close()
            try reader.close()
        } catch {
            throw StoreError(error)
        }
    }

    static func reader(of path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busySeconds)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The maximum cache of the writing connection, in KiB.
    private static let writerCacheKiB = 64 << 10

    /// The size of a page in bytes. An upload of fourteen random keys changes one page for each, and writes and syncs
    /// each page completely.
    package static let pageSize = 2048
    /// The size of the log in bytes after which its pages are copied into the file: 32 MiB.
    private static let logSize = 32 << 20
    /// The maximum number of simultaneous readers with a snapshot.
    private static let longReaders = 4
    /// The seconds for which one process waits for another's lock.
    private static let busySeconds = 5.0
    /// The milliseconds for which rewriting waits for each of the others.
    private static let rewritingPatience = 500

    /// The value of `PRAGMA synchronous` that means FULL.
    package static let synchronousFull = 2

    /// A lock of the file `name` beside the database. It ends with the process at the latest.
    package func takeLease(_ name: String) async throws(StoreError) -> (any Lease)? {
        do {
            return try FileLease("\(path).\(name).lock")
        } catch {
            throw StoreError(error)
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            // This must not run on a thread that reads at once: a thread that waits for a reader could not return its
            // own readers.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await pool.read { try body(SQLSession($0)) }
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads with one statement on the caller's thread, without a snapshot.
    ///
    /// It is for the few rows that a request needs. Reading them takes less time than waking another thread.
    package func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try readHere(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// GRDB's function of the same name that waits would wake another thread.
    private func readHere<Value>(_ body: (SQLSession) throws -> Value) throws -> Value {
        try pool.unsafeRead { try body(SQLSession($0)) }
    }

    /// Writes in a savepoint of its own. It is committed together with other writers' and is durable on return.
    package func write<Value: Sendable>(
        patience: WritePatience,
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: true, patience: patience == .usual ? self.patience : nil, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes in a transaction of its own, durable on return. It waits for its turn without limit.
    ///
    /// It is for work on very many rows. A savepoint keeps a copy of each page that it changes, which would then cost
    /// more than a sync of its own.
    package func writeAlone<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.write { try body(SQLSession($0)) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Does the work of ``write(_:)`` and rolls it back before the commit, but still waits for the commit.
    package func rehearse<Value: Sendable>(
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: false, patience: patience, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Rewrites the file, with each page filled in the order of its keys, and empties the log. Deleted content and the
    /// order of arrival of rows are then unreadable in both.
    ///
    /// Writers wait meanwhile. Returns false if another process was writing or a reader was active, so that the work is
    /// incomplete: try again later.
    package func eraseTraces() async throws(StoreError) -> Bool {
        do {
            return try await pool.writeWithoutTransaction { db in
                // Other processes are quick, and no write should wait for a slow one.
                try db.execute(sql: "PRAGMA busy_timeout = \(Self.rewritingPatience)")
                defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Int(Self.busySeconds * 1000))") }
                do {
                    try db.execute(sql: "VACUUM")
                    _ = try db.checkpoint(.truncate)
                    return true
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    return false
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// The value of a pragma on the writing connection, as proof that commits are synced.
    package func writerPragma(_ name: String) async throws(StoreError) -> Int? {
        do {
            return try await pool.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA \(name)")
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the file after the current work.
    package func close() throws(StoreError) {
        do {
            try pool.close()
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// Keeps the kind of a failure and drops its text, which may quote values.
    package init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case is CancellationError:
            self = .cancelled
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT:
            // Only the end of its task interrupts a statement.
            self = .cancelled
        case let error as DatabaseError:
            self = .unavailable(reason: "SQLite error \(error.extendedResultCode.rawValue)")
        default:
            self = .unavailable(reason: "\(type(of: error))")
        }
    }
}
