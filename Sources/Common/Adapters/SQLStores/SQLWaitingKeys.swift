package import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Keys without a chunk. They have no index, so a question reads the whole table.
package struct SQLWaitingKeys: WaitingKeyStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func countWaitingKeys(in sequence: SequenceName, since moment: UnixTime) async throws(StoreError) -> Int {
        try await database.read { try Self.count(in: sequence, since: moment, $0) }
    }

    fileprivate static func count(in sequence: SequenceName, since moment: UnixTime, _ db: SQLSession) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM diagnosis_key WHERE +chunk IS NULL AND releasable_at <= :moment
                AND sequence = (SELECT id FROM publication_state WHERE sequence = :sequence)
                """,
            arguments: ["moment": moment.seconds, "sequence": sequence.description]
        ) ?? 0
    }
}

/// The same of a file that is not opened for writing: an inspection makes and changes nothing.
package struct SQLWaitingKeysOfFile: WaitingKeyStore {
    private let inspection: any SQLInspection

    package init(_ inspection: any SQLInspection) {
        self.inspection = inspection
    }

    package func countWaitingKeys(in sequence: SequenceName, since moment: UnixTime) async throws(StoreError) -> Int {
        try inspection.look { try SQLWaitingKeys.count(in: sequence, since: moment, $0) }
    }
}
