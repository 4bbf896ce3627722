import Crypto
import Foundation

/// Copies all rows of a database to one of another engine, table by table, and compares them.
///
/// Each table is copied by one transaction, so a copy that was interrupted goes on with the next table. Nothing may
/// write to either database meanwhile: a table that changed is found by the comparison at the end.
package struct DatabaseCopy: Sendable {
    private let source: any SQLDatabase
    private let target: any SQLDatabase

    package init(from source: any SQLDatabase, to target: any SQLDatabase) {
        self.source = source
        self.target = target
    }

    /// What a table holds.
    package struct Content: Sendable, Equatable {
        package let table: String
        package let rows: Int
        /// SHA-256 of all rows in the order of their keys, in hexadecimal.
        package let digest: String
    }

    /// Why a database cannot be copied.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The target has rows of its own.
        case inUse(table: String)
        /// The tables are not those of the same version.
        case otherTables
        /// After the copy the rows were not the same.
        case different(table: String)

        package var description: String {
            switch self {
            case .inUse(let table):
                "the target has rows in \(table) that are not those of the source: copy to a database without rows"
            case .otherTables:
                "source and target have different tables: run avviso migrate of this version on the source first"
            case .different(let table):
                "\(table) is not the same after the copy: stop every server that uses the databases, and copy again"
            }
        }
    }

    /// Copies the tables that the target does not have yet.
    ///
    /// - Parameter progress: is told each table with its content, and whether it was copied now.
    package func run(progress: @Sendable (Content, _ isNew: Bool) -> Void) async throws {
        let tables = try await source.read { try SQLCatalogue($0).tables }
        let others = try await target.read { try SQLCatalogue($0).tables }
        guard Self.isSame(tables, others) else {
            throw Failure.otherTables
        }
        for table in tables {
            let wanted = try await Self.content(of: table, in: source)
            let found = try await Self.content(of: table, in: target)
            guard found != wanted else {
                progress(wanted, false)
                continue
            }
            guard found.rows <= Self.seeds[table.name] ?? 0 else {
                throw Failure.inUse(table: table.name)
            }
            try await copy(table)
            progress(wanted, true)
        }
        for table in tables {
            let content = try await Self.content(of: table, in: source)
            guard try await Self.content(of: table, in: target) == content else {
                throw Failure.different(table: table.name)
            }
        }
    }

    /// The rows that a new database has.
    private static let seeds = ["publication_state": 1, "authorisation_queue": 1]

    private static func isSame(_ tables: [SQLCatalogue.Table], _ others: [SQLCatalogue.Table]) -> Bool {
        Dictionary(uniqueKeysWithValues: tables.map { ($0.name, Set($0.columns)) })
            == Dictionary(uniqueKeysWithValues: others.map { ($0.name, Set($0.columns)) })
    }

    private func copy(_ table: SQLCatalogue.Table) async throws {
        let rows = try await source.read { db in
            try SQLRow.fetchAll(db, sql: Self.selection(table, db)).map(\.values)
        }
        try await target.writeAlone { db in
            let triggers = try SQLTriggers(of: table.name, db)
            try triggers.suspend(db)
            try db.execute(sql: "DELETE FROM \(Self.quoted(table.name))")
            try db.insert(rows, into: table.name, columns: table.columns)
            try triggers.resume(db)
            try Self.raiseNumbers(of: table, db)
        }
    }

    /// The next number that PostgreSQL gives follows the copied ones. SQLite looks for the greatest itself.
    private static func raiseNumbers(of table: SQLCatalogue.Table, _ db: SQLSession) throws {
        guard db.dialect == .postgres, table.key.count == 1, let key = table.key.first,
            let sequence = try String.fetchOne(
                db,
                sql: "SELECT pg_get_serial_sequence(quote_ident(?), ?)",
                arguments: [table.name, key]
            )
        else {
            return
        }
        _ = try SQLRow.fetchAll(
            db,
            sql: """
                SELECT setval(?::text::regclass, max(\(quoted(key)))) FROM \(quoted(table.name)) HAVING count(*) > 0
                """,
            arguments: [sequence]
        )
    }

    /// Counts the rows of a table and takes their digest.
    private static func content(
        of table: SQLCatalogue.Table,
        in database: any SQLDatabase
    ) async throws -> Content {
        try await database.read { db in
            let sql = try selection(table, db)
            var (hash, count) = (SHA256(), 0)
            try SQLRow.forEach(db, sql: sql) { row in
                count += 1
                for value in row.values {
                    hash.update(data: bytes(value))
                }
            }
            let digest = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return Content(table: table.name, rows: count, digest: digest)
        }
    }

    /// All rows in the order of their keys. Texts are in the order of their bytes, whatever the server's language is.
    private static func selection(_ table: SQLCatalogue.Table, _ db: SQLSession) throws -> String {
        let texts = try SQLCatalogue.textColumns(of: table.name, db)
        let columns = table.columns.map(quoted).joined(separator: ", ")
        let order = table.key.map { texts.contains($0) ? "\(quoted($0)) COLLATE \"C\"" : quoted($0) }
        return "SELECT \(columns) FROM \(quoted(table.name)) ORDER BY \(order.joined(separator: ", "))"
    }

    /// A value with its type and length, so that no two rows look alike.
    private static func bytes(_ value: SQLValue) -> Data {
        func tagged(_ tag: UInt8, _ bytes: some Sequence<UInt8>) -> Data {
            let content = Data(bytes)
            let length = (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }
            return Data([tag] + length) + content
        }
        return switch value {
        case .null: tagged(0, [])
        case .integer(let number): tagged(1, "\(number)".utf8)
        case .real(let number): tagged(2, "\(number.bitPattern)".utf8)
        case .text(let text): tagged(3, text.utf8)
        case .blob(let blob): tagged(4, blob)
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

/// The triggers of a table, which must not act while rows are copied that they have acted on before.
private struct SQLTriggers {
    private let table: String
    /// SQLite's, by name, with the statements that make them.
    private let statements: [(name: String, sql: String)]

    init(of table: String, _ db: SQLSession) throws {
        self.table = table
        guard db.dialect == .sqlite else {
            statements = []
            return
        }
        statements = try SQLRow.fetchAll(
            db,
            sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
            arguments: [table]
        ).map { ($0[0], $0[1]) }
    }

    func suspend(_ db: SQLSession) throws {
        switch db.dialect {
        case .sqlite: try statements.forEach { try db.execute(sql: "DROP TRIGGER \"\($0.name)\"") }
        case .postgres: try db.execute(sql: "ALTER TABLE \"\(table)\" DISABLE TRIGGER USER")
        }
    }

    func resume(_ db: SQLSession) throws {
        switch db.dialect {
        case .sqlite: try statements.forEach { try db.execute(sql: $0.sql) }
        case .postgres: try db.execute(sql: "ALTER TABLE \"\(table)\" ENABLE TRIGGER USER")
        }
    }
}
