import Foundation
import GRDB
package import Stores

/// One SQLite file with Avviso's guarantees: write-ahead log, every commit synced to the disk before it is
/// acknowledged, deleted content overwritten, commits of concurrent writers grouped.
package final class SQLiteDatabase: Sendable {
    private let pool: DatabasePool
    private let commits: GroupCommit

    /// Opens or makes the file at `path` and brings its schema up to date.
    ///
    /// - Throws: `unsupportedSchema` for a file that a newer version made, `unavailable` for everything else.
    package init(path: String, schema: SQLiteSchema) throws(StoreError) {
        do {
            var configuration = Configuration()
            // Writers of several processes take turns; readers never wait.
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in
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
            return try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        guard synchronous == synchronousFull else {
            throw StoreError.unavailable(reason: "SQLite does not accept synchronous = FULL")
        }
        try schema.migrate(pool)
        return pool
    }

    /// The value of `PRAGMA synchronous` that means FULL.
    package static let synchronousFull = 2

    /// Reads in a snapshot.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes in a savepoint of its own, committed together with other writers' and durable on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: true, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Does what ``write(_:)`` does and takes it back before the commit, for which it waits all the same.
    func rehearse<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await commits.run(keeping: false, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Brings the whole log into the database file and empties the log, so that nothing deleted stays readable in it.
    package func truncateLog() async throws(StoreError) {
        do {
            try await pool.writeWithoutTransaction { db in
                _ = try db.checkpoint(.truncate)
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
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError:
            self = .unavailable(reason: "SQLite error \(error.extendedResultCode.rawValue)")
        default:
            self = .unavailable(reason: "\(type(of: error))")
        }
    }
}
