import Foundation
package import GRDB
package import Persistence

/// One SQLite file with Avviso's guarantees: write-ahead log, every commit synced to the disk before it is
/// acknowledged, deleted content overwritten, commits of concurrent writers grouped.
package final class SQLiteDatabase: TraceErasure {
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let patience: Duration?
    private let path: String

    /// Opens or makes the file at `path` and brings its schema up to date.
    ///
    /// - Parameter patience: how long a write may wait for its turn; after that it is refused and never happens.
    ///   Nil: for ever.
    /// - Throws: `unsupportedSchema` for a file that a newer version made, `unavailable` for everything else.
    package init(
        path: String,
        schema: SQLiteSchema,
        patience: Duration? = nil
    ) throws(StoreError) {
        self.patience = patience
        self.path = path
        do {
            var configuration = Configuration()
            // Writers of several processes take turns; readers never wait.
            configuration.busyMode = .timeout(Self.busySeconds)
            // Each core may look at once while the readers that take longer are at work.
            configuration.maximumReaderCount = Self.longReaders + ProcessInfo.processInfo.activeProcessorCount
            configuration.prepareDatabase { db in
                // Of a new file; another's stays.
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

    private static func open(
        _ path: String,
        configuration: Configuration,
        schema: SQLiteSchema
    ) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it switches the log on, so FULL has to come after, and is read back.
        let synchronous = try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // A publication touches most pages of a big table, again and again through its indexes.
            try db.execute(sql: "PRAGMA cache_size = -\(writerCacheKiB)")
            // Random keys touch the same pages again and again; the longer the log, the fewer are copied twice.
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

    /// Looks whether this version can use the file at `path`; changes nothing of it.
    package static func check(path: String, schema: SQLiteSchema) throws(StoreError) {
        do {
            let reader = try reader(of: path)
            try schema.checkVersion(reader)
            try reader.close()
        } catch {
            throw StoreError(error)
        }
    }

    /// Copies the file at `path` as it is between two commits; `copy` is made.
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

    private static func reader(of path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busySeconds)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Pages that the connection that writes keeps in memory at most.
    private static let writerCacheKiB = 64 << 10

    /// Bytes of a page. An upload of fourteen random keys changes one page for each, and writes and syncs all of it.
    package static let pageSize = 2048
    /// Bytes of the log after which its pages are copied into the file: 32 MiB.
    private static let logSize = 32 << 20
    /// Readers that hold a snapshot, at the same time.
    private static let longReaders = 4
    /// How long one process waits for another's lock, in seconds.
    private static let busySeconds = 5.0
    /// How long rewriting waits for each of the others, in milliseconds.
    private static let rewritingPatience = 500

    /// The value of `PRAGMA synchronous` that means FULL.
    package static let synchronousFull = 2

    /// The lock called `name` beside the file, held until the object or the process ends; nil while another has it.
    package func claim(_ name: String) throws(StoreError) -> FileClaim? {
        do {
            return try FileClaim("\(path).\(name).lock")
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads in a snapshot, for as long as it takes.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            // Never on a thread that looks: one that waits for a reader could not give back the readers it holds.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await pool.read(body)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads one statement's worth on the caller's thread, without a snapshot: for the few rows that a request needs,
    /// which take less time than waking another thread.
    package func readAtOnce<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.unsafeRead(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes in a savepoint of its own, committed together with other writers' and durable on return.
    ///
    /// - Throws: `unavailable` when the write's turn came too late; then it never happens.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await write(patience: patience, body)
    }

    /// Writes as ``write(_:)`` does; nil waits for its turn as long as it takes, for work that nobody waits for.
    package func write<Value: Sendable>(
        patience: Duration?,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: true, patience: patience, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes in a transaction of its own, durable on return: for work on so many rows that a savepoint, which keeps a copy
    /// of each page that it changes, would cost more than the sync that it shares. Waits for its turn as long as it takes.
    package func writeAlone<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.write(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Does what ``write(_:)`` does and takes it back before the commit, for which it waits all the same.
    package func rehearse<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: false, patience: patience, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes the file anew, each page filled in the order of its keys, and empties the log: neither what was deleted
    /// nor the order in which rows arrived can be read from either.
    ///
    /// Writers wait meanwhile. False when another process was writing or a reader at work, so that not all could be done:
    /// try again later.
    package func eraseTraces() async throws(StoreError) -> Bool {
        do {
            return try await pool.writeWithoutTransaction { db in
                // Others are quick, and nobody's write should wait for one that is not.
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

    /// The pragma in force on the connection that writes, for the proof that commits are synced.
    package func writerPragma(_ name: String) async throws(StoreError) -> Int? {
        do {
            return try await pool.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA \(name)")
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the file; work under way ends first.
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
            // Nothing interrupts a statement but the end of its task.
            self = .cancelled
        case let error as DatabaseError:
            self = .unavailable(reason: "SQLite error \(error.extendedResultCode.rawValue)")
        default:
            self = .unavailable(reason: "\(type(of: error))")
        }
    }
}
