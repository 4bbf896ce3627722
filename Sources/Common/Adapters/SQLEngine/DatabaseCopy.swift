import Crypto
import Foundation

/// Copies all rows of a database to one of another engine, table by table, and compares them.
///
/// Each table is copied by one transaction, so a copy that was interrupted goes on with the next table. A few megabytes
/// of rows are in memory at a time, however large a table is. Nothing may write to either database meanwhile: a table
/// that changed is found while it is copied, or by the comparison at the end.
package struct DatabaseCopy: Sendable {
    private let source: any SQLDatabase
    private let target: any SQLDatabase

    package init(from source: any SQLDatabase, to target: any SQLDatabase) {
        self.source = source
        self.target = target
    }

    /// What happens to a table.
    package enum Event: Sendable, Equatable {
        /// Rows are read. It comes after each batch.
        case reading(table: String, purpose: Purpose, rows: Int)
        /// The target has the table, copied now or before.
        case done(Content, isNew: Bool)
    }

    /// Why the rows of a table are read.
    package enum Purpose: String, Sendable {
        /// To learn what the source has.
        case count = "counted"
        /// To see what the target has already.
        case check = "checked"
        case copy = "copied"
        /// After the copy.
        case compare = "compared"
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
    /// - Parameter progress: is told what happens.
    package func run(progress: @escaping @Sendable (Event) -> Void) async throws {
        let tables = try await source.read { try SQLCatalogue($0).tables }
        let others = try await target.read { try SQLCatalogue($0).tables }
        guard Self.isSame(tables, others) else {
            throw Failure.otherTables
        }
        for table in tables {
            let wanted = try await Self.content(of: table, in: source, .count, progress)
            let found = try await Self.content(of: table, in: target, .check, progress)
            guard found != wanted else {
                progress(.done(wanted, isNew: false))
                continue
            }
            guard found.rows <= Self.seeds[table.name] ?? 0 else {
                throw Failure.inUse(table: table.name)
            }
            guard try await copy(table, progress) == wanted else {
                throw Failure.different(table: table.name)
            }
            progress(.done(wanted, isNew: true))
        }
        for table in tables {
            let content = try await Self.content(of: table, in: source, .compare, progress)
            guard try await Self.content(of: table, in: target, .compare, progress) == content else {
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

    /// - Returns: what was read and written.
    private func copy(
        _ table: SQLCatalogue.Table,
        _ progress: @escaping @Sendable (Event) -> Void
    ) async throws -> Content {
        while true {
            let pipe = RowPipe()
            async let reading = read(table, into: pipe, progress)
            do {
                try await write(table, from: pipe)
            } catch {
                pipe.breakOff(because: error)
            }
            let content = try? await reading
            if let content, pipe.cause == nil {
                return content
            }
            // An engine that does its work again needs the rows from the first on.
            if let cause = pipe.cause, !pipe.isRepeated {
                throw cause
            }
        }
    }

    private func read(
        _ table: SQLCatalogue.Table,
        into pipe: RowPipe,
        _ progress: @escaping @Sendable (Event) -> Void
    ) async throws -> Content {
        do {
            let content = try await source.read { db in
                try pipe.beginReading()
                return try Self.content(of: table, db) { rows, count in
                    try pipe.send(rows)
                    progress(.reading(table: table.name, purpose: .copy, rows: count))
                }
            }
            pipe.finish()
            return content
        } catch {
            pipe.breakOff(because: error)
            throw error
        }
    }

    private func write(_ table: SQLCatalogue.Table, from pipe: RowPipe) async throws {
        try await target.writeAlone { db in
            try pipe.beginWriting()
            let triggers = try SQLTriggers(of: table.name, db)
            try triggers.suspend(db)
            try db.execute(sql: "DELETE FROM \(Self.quoted(table.name))")
            while let rows = try pipe.next() {
                try db.insert(rows, into: table.name, columns: table.columns)
            }
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
        in database: any SQLDatabase,
        _ purpose: Purpose,
        _ progress: @escaping @Sendable (Event) -> Void
    ) async throws -> Content {
        try await database.read { db in
            try content(of: table, db) { _, count in
                progress(.reading(table: table.name, purpose: purpose, rows: count))
            }
        }
    }

    /// - Parameter body: is given each batch of rows, and how many there were until now.
    private static func content(
        of table: SQLCatalogue.Table,
        _ db: SQLSession,
        _ body: ([[SQLValue]], Int) throws -> Void
    ) throws -> Content {
        var (hash, count, bytes) = (SHA256(), 0, [UInt8]())
        try RowBatches(of: table, db).forEach { rows in
            count += rows.count
            bytes.removeAll(keepingCapacity: true)
            for row in rows {
                for value in row {
                    append(value, to: &bytes)
                }
            }
            hash.update(data: bytes)
            try body(rows, count)
        }
        let digest = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return Content(table: table.name, rows: count, digest: digest)
    }

    /// A value with its type and length, so that no two rows look alike.
    private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: append(0, [], to: &bytes)
        case .integer(let number): append(1, "\(number)".utf8, to: &bytes)
        case .real(let number): append(2, "\(number.bitPattern)".utf8, to: &bytes)
        case .text(let text): append(3, text.utf8, to: &bytes)
        case .blob(let blob): append(4, blob, to: &bytes)
        }
    }

    private static func append(_ tag: UInt8, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(tag)
        bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) })
        bytes.append(contentsOf: content)
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
