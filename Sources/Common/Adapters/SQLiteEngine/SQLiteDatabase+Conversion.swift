import GRDB
package import Persistence
package import SQLEngine

extension SQLiteDatabase {
    /// The result of converting a file to another page size.
    package enum Conversion: Sendable {
        case converted
        /// The file had the size already.
        case current
        /// Another process has the file open, so nothing was changed.
        case inUse
    }

    /// Gives the file at `path` the page size of new files. A file of version 0.1 has another one.
    ///
    /// SQLite rewrites all pages under a rollback journal. If the process dies meanwhile, the old file or the new one
    /// remains, and the next process that opens it repairs it.
    ///
    /// - Throws: `unsupportedSchema` for a file that a newer version made, `unavailable` for everything else.
    package static func convert(_ path: String, schema: SQLSchema) throws(StoreError) -> Conversion {
        do {
            return try FileLock.holding(path + ".lock") {
                let file = try DatabaseQueue(path: path)
                try schema.checkVersion(file)
                let conversion = try file.writeWithoutTransaction { db in
                    try Int.fetchOne(db, sql: "PRAGMA page_size") == pageSize ? .current : try rewrite(db)
                }
                try file.close()
                return conversion
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return .inUse
        } catch {
            throw StoreError(error)
        }
    }

    private static func rewrite(_ db: Database) throws -> Conversion {
        try db.execute(sql: "PRAGMA synchronous = EXTRA")
        // The size cannot change while the file has a write-ahead log.
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
            return .inUse
        }
        try db.execute(sql: "PRAGMA page_size = \(pageSize)")
        try db.execute(sql: "VACUUM")
        // If this is not reached, the next process that opens the file switches the log on.
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        return .converted
    }
}
