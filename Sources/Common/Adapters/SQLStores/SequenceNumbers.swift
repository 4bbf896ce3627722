import DiagnosisKeyStores
import Persistence
import SQLEngine

/// The numbers by which rows name their sequences, looked up once in a transaction.
struct SequenceNumbers {
    private var known: [(sequence: SequenceName, number: Int)] = []

    /// The number of a sequence, which is made if it is not known yet.
    mutating func number(of sequence: SequenceName, _ db: SQLSession) throws -> Int {
        if let found = known.first(where: { $0.sequence == sequence }) {
            return found.number
        }
        let number = try Self.find(sequence, db) ?? Self.add(sequence, db)
        known.append((sequence, number))
        return number
    }

    /// The number of a sequence; nil if nothing was ever stored in it.
    static func find(_ sequence: SequenceName, _ db: SQLSession) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM publication_state WHERE sequence = ?"),
            arguments: [sequence.description]
        )
    }

    /// Makes a sequence that is not known yet, without waiting for the answer: statements that follow may name it. It
    /// takes no number from the server if the sequence is there.
    static func addSoon(_ sequence: SequenceName, _ db: SQLSession) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO publication_state (sequence, last_chunk, held_runs)
                SELECT ?::TEXT, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM publication_state WHERE sequence = ?)
                """
        )
        try statement.executeSoon(arguments: [sequence.description, sequence.description])
    }

    private static func add(_ sequence: SequenceName, _ db: SQLSession) throws -> Int {
        let sql = "INSERT INTO publication_state (sequence, last_chunk, held_runs) VALUES (?, 0, 0) RETURNING id"
        guard let number = try Int.fetchOne(db, sql: sql, arguments: [sequence.description]) else {
            throw StoreError.damagedRow(table: "publication_state")
        }
        return number
    }
}
