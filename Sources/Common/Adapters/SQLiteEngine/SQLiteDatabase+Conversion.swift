import GRDB
package import Persistence

extension SQLiteDatabase {
    /// What became of a file whose pages may have to be of another size.
    package enum Conversion: Sendable {
        case converted
        /// The file had the size already.
        case current
        /// Another process has the file open; nothing has changed.
        case inUse
    }

    /// Gives the file at `path` the page size of new files, which one of state 0.1 does not have.
    ///
    /// SQLite writes all pages anew under a rollback journal: a process that dies meanwhile leaves the old file or the new
    /// one, and whoever opens it next puts it right.
    ///
    /// - Throws: `unsupportedSchema` for a file that a newer version made, `unavailable` for everything else.
    package static func convert(_ path: String, schema: SQLiteSchema) throws(StoreError) -> Conversion {
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
        // Whoever opens it next switches the log on, if this does not come so far.
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        return .converted
    }
}
