package import DiagnosisKeyStores
package import ExposurePrimitives
import GRDB
package import Persistence
package import SQLiteEngine

/// Rights to upload in SQLite.
package struct SQLiteUploadRights: UploadRightStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        try await database.write { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT expires_at, consumed_on FROM upload_right WHERE mac = ?",
                arguments: [right.identifier.mac.asData]
            )
            if let row {
                if row["consumed_on"] as Int64? != nil {
                    return .consumed
                }
                if UploadRight.isLive(until: UnixTime(row["expires_at"]), now: now) {
                    return .live
                }
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO upload_right (mac, symptoms_started_on, expires_at) VALUES (?, ?, ?)
                    """,
                arguments: [
                    right.identifier.mac.asData, right.symptomsStartedOn.daysSinceEpoch, right.expiresAt.seconds,
                ]
            )
            return .granted
        }
    }

    package func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        try database.readAtOnce { db in
            try Self.onsetOfLiveRight(identifier, now: now, db) != nil
        }
    }

    /// The onset of symptoms of a right that can be used at `now`.
    static func onsetOfLiveRight(_ identifier: RightIdentifier, now: UnixTime, _ db: Database) throws -> CalendarDay? {
        try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT symptoms_started_on FROM upload_right
                    WHERE mac = ? AND consumed_on IS NULL AND expires_at > ? AND expires_at <= ?
                    """
            ),
            arguments: [
                identifier.mac.asData, now.seconds, now.advanced(bySeconds: UploadRight.longestLife).seconds,
            ]
        ).map(CalendarDay.init(daysSinceEpoch:))
    }
}
