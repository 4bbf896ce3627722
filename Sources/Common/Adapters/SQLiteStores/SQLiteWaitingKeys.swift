package import DiagnosisKeyStores
package import ExposurePrimitives
import GRDB
package import Persistence
package import SQLiteEngine

/// Keys without a chunk in SQLite. They have no index, so a question reads the whole table.
package struct SQLiteWaitingKeys: WaitingKeyStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func countWaitingKeys(
        in sequence: SequenceName,
        since moment: UnixTime
    ) async throws(StoreError) -> Int {
        try await database.read { try Self.count(in: sequence, since: moment, $0) }
    }

    fileprivate static func count(in sequence: SequenceName, since moment: UnixTime, _ db: Database) throws -> Int {
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
package struct SQLiteWaitingKeysOfFile: WaitingKeyStore {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    package func countWaitingKeys(
        in sequence: SequenceName,
        since moment: UnixTime
    ) async throws(StoreError) -> Int {
        try SQLiteDatabase.look(into: path) { try SQLiteWaitingKeys.count(in: sequence, since: moment, $0) }
    }
}
