import ExposurePrimitives
import SQLEngine

/// The marks of accepted uploads. The same upload is accepted again while its mark is there.
enum SQLUsedUploads {
    static func contain(_ mark: [UInt8], now: UnixTime, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM used_upload WHERE mark = ? AND expires_in > ?")
        let arguments: SQLArguments = [mark.asData, WholeHours.hour(before: now, by: 0)]
        return try Int.fetchOne(statement, arguments: arguments) != nil
    }

    /// Keeps the mark until the end of the hour of `expiry`.
    static func insert(_ mark: [UInt8], until expiry: UnixTime, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO used_upload (mark, expires_in) VALUES (?, ?)
                ON CONFLICT (mark) DO UPDATE SET expires_in = excluded.expires_in
                """
        )
        .executeSoon(arguments: [mark.asData, WholeHours.roundedUp(expiry)])
    }
}
