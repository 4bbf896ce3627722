package import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Deletion. Afterwards the engine erases the traces of deleted rows, so that no page of a file keeps them.
package struct SQLRetention: RetentionStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64,
        followers: [SequenceName]
    ) async throws(StoreError) -> DeletedCounts {
        try await database.write(patience: .unlimited) { db in
            let oldest = now.advanced(bySeconds: -retention)
            _ = try Self.retireByKeys(after: now.advanced(bySeconds: Self.futureTolerance), now: now, db)
            func delete(_ sql: String, _ bound: Int64) throws -> Int {
                try db.execute(sql: "DELETE FROM \(sql)", arguments: [bound])
                return db.changesCount
            }
            let (keys, unpublishedKeys) = try deleteKeys(endedBy: oldest, followers: followers, db)
            let files = try deleteRetiredChunks(since: oldest, db)
            return DeletedCounts(
                keys: keys,
                unpublishedKeys: unpublishedKeys,
                chunks: files.count,
                files: files,
                inboxEntries: try delete("analytics_inbox WHERE received_on < ?", Int64(oldest.utcDay.daysSinceEpoch)),
                rights: try delete("upload_right WHERE consumed_on IS NULL AND expires_at <= ?", now.seconds)
                    + delete(
                        "upload_right WHERE consumed_on IS NULL AND expires_at > ?",
                        now.advanced(bySeconds: UploadRight.longestLife).seconds
                    )
                    + delete(
                        "upload_right WHERE consumed_on < ?",
                        Int64(now.advanced(bySeconds: -consumedMemory).utcDay.daysSinceEpoch)
                    )
            )
        }
    }

    /// Deletes the keys whose window ended by `oldest`, and returns how many real keys there were, and how many of
    /// them had not entered a chunk of a sequence that is no follower. A key of several sequences counts once.
    private func deleteKeys(
        endedBy oldest: UnixTime,
        followers: [SequenceName],
        _ db: SQLSession
    ) throws -> (real: Int, unpublished: Int) {
        // No sequence has the number 0.
        let following = try ([0] + followers.compactMap { try SequenceNumbers.find($0, db) }).map(String.init)
        let expired = "diagnosis_key WHERE (rolling_start + rolling_period) * 600 <= ?"
        let row = try SQLRow.fetchOne(
            db,
            sql: """
                SELECT count(DISTINCT key_data) FILTER (WHERE is_padding = 0),
                count(DISTINCT key_data) FILTER (
                    WHERE chunk IS NULL AND is_padding = 0 AND sequence NOT IN (\(following.joined(separator: ",")))
                ) FROM \(expired)
                """,
            arguments: [oldest.seconds]
        )
        try db.execute(sql: "DELETE FROM \(expired)", arguments: [oldest.seconds])
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    private func deleteRetiredChunks(since oldest: UnixTime, _ db: SQLSession) throws -> [String] {
        let sequences = try Int.fetchAll(db, sql: "SELECT id FROM publication_state")
        return try sequences.flatMap { try Self.deleteRetiredChunks(of: $0, since: oldest, db) }
    }

    /// - Parameter sequence: the number of a sequence.
    /// - Returns: the object names of the deleted chunks.
    static func deleteRetiredChunks(of sequence: Int, since oldest: UnixTime, _ db: SQLSession) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                DELETE FROM chunk WHERE sequence = :sequence AND object_name IS NOT NULL
                AND number < coalesce((\(SQLChunks.firstOffered(":sequence"))), \(Int64.max))
                RETURNING object_name
                """,
            arguments: ["sequence": sequence, "since": oldest.seconds]
        )
    }

    /// Sets the retirement of chunks whose retention would count from after `limit`, and returns their number.
    ///
    /// They retire by the windows of their own keys, as far as these have ended.
    static func retireByKeys(after limit: UnixTime, now: UnixTime, _ db: SQLSession) throws -> Int {
        try db.execute(
            sql: """
                UPDATE chunk SET retires_from = coalesce(
                    (SELECT max((rolling_start + rolling_period) * 600) FROM diagnosis_key
                    WHERE diagnosis_key.sequence = chunk.sequence AND diagnosis_key.chunk = number
                    AND (rolling_start + rolling_period) * 600 <= :now), 0
                ) WHERE retires_from > :limit
                """,
            arguments: ["limit": limit.seconds, "now": now.seconds]
        )
        return db.changesCount
    }

    package func eraseTraces() async throws(StoreError) -> Bool {
        try await database.eraseTraces()
    }
}
