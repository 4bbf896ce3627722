package import DiagnosisKeyStores
package import ExposurePrimitives
package import GAENCore
package import Persistence
package import SQLEngine

/// Withdrawn chunks.
package struct SQLWithdrawals: WithdrawalStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func withdrawKeys(
        ofChunk index: Int,
        in sequence: SequenceName,
        except unsound: Set<TemporaryExposureKey.KeyData>,
        from release: UnixTime
    ) async throws(StoreError) -> Int {
        try await database.writeAlone { db in
            let chunk: SQLArguments = ["sequence": sequence.description, "chunk": index]
            for key in unsound {
                try db.execute(
                    sql: """
                        DELETE FROM diagnosis_key WHERE key_data = :key AND EXISTS (
                            SELECT 1 FROM diagnosis_key WHERE key_data = :key AND \(Self.isOfChunk)
                        )
                        """,
                    arguments: chunk + ["key": key.exposedBytes.asData]
                )
            }
            try db.execute(
                sql: "UPDATE diagnosis_key SET chunk = NULL, releasable_at = :release WHERE \(Self.isOfChunk)",
                arguments: chunk + ["release": release.seconds]
            )
            return db.changesCount
        }
    }

    /// The condition for the keys of the published chunk `:chunk` of the sequence `:sequence`.
    private static let isOfChunk = """
        sequence = (SELECT id FROM publication_state WHERE sequence = :sequence) AND chunk = :chunk
        AND EXISTS (
            SELECT 1 FROM chunk AS published WHERE published.sequence = diagnosis_key.sequence
            AND published.number = :chunk AND published.object_name IS NOT NULL
        )
        """
}
