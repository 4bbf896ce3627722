import Foundation
import SQLEngine

/// The rows of a chunk's keys, for the end of a statement with named parameters.
struct SQLKeysOfChunk {
    /// `FROM` and a condition.
    let source: String
    let arguments: SQLArguments

    /// - Parameter sequence: the number of the chunk's sequence.
    init(_ chunk: Int, of sequence: Int, _ db: SQLSession) throws {
        let (source, arguments): (String, SQLArguments) = (
            "FROM diagnosis_key WHERE sequence = :sequence AND chunk = :chunk",
            ["sequence": sequence, "chunk": chunk]
        )
        // SQLite has an index over the chunks. PostgreSQL finds the keys by their own.
        guard db.dialect == .postgres, let range = try Self.range(chunk, sequence, db) else {
            (self.source, self.arguments) = (source, arguments)
            return
        }
        self.source = "\(source) AND key_data BETWEEN :first AND :last"
        self.arguments = arguments + ["first": range.first, "last": range.last]
    }

    /// The first and the last key; nil for a chunk without keys, and for one of an earlier version.
    private static func range(_ chunk: Int, _ sequence: Int, _ db: SQLSession) throws -> (first: Data, last: Data)? {
        let row = try SQLRow.fetchOne(
            db,
            sql: "SELECT first_key, last_key FROM chunk WHERE sequence = ? AND number = ?",
            arguments: [sequence, chunk]
        )
        guard let row, let first = row[0] as Data?, let last = row[1] as Data? else {
            return nil
        }
        return (first, last)
    }
}
