package import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Rights to upload.
package struct SQLUploadRights: UploadRightStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        try await database.write(isolation: .changedRows) { db in
            let row = try SQLRow.fetchOne(
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
                    INSERT INTO upload_right (mac, evidence, expires_at) VALUES (?, ?, ?)
                    ON CONFLICT (mac) DO UPDATE SET evidence = excluded.evidence, expires_at = excluded.expires_at
                    """,
                arguments: [right.identifier.mac.asData, right.evidence.text, right.expiresAt.seconds]
            )
            return .granted
        }
    }

    package func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.readAtOnce { db in
            try Self.evidenceOfLiveRight(identifier, now: now, db) != nil
        }
    }

    /// The evidence of a right that can be used at `now`.
    private static func evidenceOfLiveRight(
        _ identifier: RightIdentifier,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> RightEvidence? {
        try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT evidence FROM upload_right
                    WHERE mac = ? AND consumed_on IS NULL AND expires_at > ? AND expires_at <= ?
                    """
            ),
            arguments: [identifier.mac.asData, now.seconds, now.advanced(bySeconds: UploadRight.longestLife).seconds]
        ).flatMap(RightEvidence.init(_:))
    }
}

extension SQLUploadRights: SQLRightConsumer {
    package func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> RightConsumption<RightEvidence> {
        guard let evidence = try Self.evidenceOfLiveRight(identifier, now: now, db) else {
            return .refused
        }
        try markConsumed(identifier, now: now, db)
        return .consumed(evidence)
    }

    package func rehearse(_ identifier: RightIdentifier, now: UnixTime, _ db: SQLSession) throws -> RightEvidence {
        let evidence = try Self.evidenceOfLiveRight(identifier, now: now, db)
        try markConsumed(identifier, now: now, db)
        return evidence ?? .none
    }

    private func markConsumed(_ identifier: RightIdentifier, now: UnixTime, _ db: SQLSession) throws {
        let statement = try db.cachedStatement(
            // Only the day of a used right is kept. A finer time would link it to rows that were written at that
            // moment.
            sql: "UPDATE upload_right SET consumed_on = ?, evidence = NULL, expires_at = NULL WHERE mac = ?"
        )
        try statement.executeSoon(arguments: [now.utcDay.daysSinceEpoch, identifier.mac.asData])
    }
}
