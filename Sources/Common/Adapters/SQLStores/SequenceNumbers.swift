import DiagnosisKeyStores
import Persistence
import SQLEngine
import Synchronization

/// The numbers by which rows name their sequences, looked up once in a transaction.
struct SequenceNumbers {
    private var known: [(sequence: SequenceName, number: Int)] = []
    private let stored: StoredSequences

    /// - Parameter stored: the numbers that earlier transactions have found.
    init(_ stored: StoredSequences = StoredSequences()) {
        self.stored = stored
    }

    /// The number of a sequence, which is made if it is not known yet.
    mutating func number(of sequence: SequenceName, _ db: SQLSession) throws -> Int {
        if let found = known.first(where: { $0.sequence == sequence }) {
            return found.number
        }
        let number = try stored.number(of: sequence, db) ?? Self.add(sequence, db)
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

    private static func add(_ sequence: SequenceName, _ db: SQLSession) throws -> Int {
        let sql = "INSERT INTO publication_state (sequence, last_chunk, held_runs) VALUES (?, 0, 0) RETURNING id"
        guard let number = try Int.fetchOne(db, sql: sql, arguments: [sequence.description]) else {
            throw StoreError.damagedRow(table: "publication_state")
        }
        return number
    }
}

/// The numbers of sequences that were found in one database. A sequence keeps its number, and its row is never
/// deleted, so nobody asks for it twice.
package final class StoredSequences: Sendable {
    private let numbers = Mutex<[SequenceName: Int]>([:])

    package init() {}

    /// Nil if nothing was ever stored in the sequence. A number that this transaction makes is not kept: it may be
    /// taken back.
    func number(of sequence: SequenceName, _ db: SQLSession) throws -> Int? {
        if let number = numbers.withLock({ $0[sequence] }) {
            return number
        }
        let found = try SequenceNumbers.find(sequence, db)
        numbers.withLock { $0[sequence] = found }
        return found
    }
}
