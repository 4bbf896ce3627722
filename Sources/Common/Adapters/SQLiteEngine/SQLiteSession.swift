import ExposurePrimitives
import Foundation
import GRDB
import SQLEngine

/// A connection of GRDB during a read or a write.
final class SQLiteSession: SQLConnection {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    var dialect: SQLDialect { .sqlite }
    var changesCount: Int { db.changesCount }

    func statement(_ sql: String, isKept: Bool) throws -> any SQLStatement {
        SQLiteStatement(try isKept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql))
    }

    func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.makeStatement(
            sql: """
                INSERT INTO \(table.quotedDatabaseIdentifier)
                (\(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", "))) VALUES (\(places))
                """
        )
        for row in rows {
            try statement.execute(arguments: StatementArguments(SQLArguments(row)))
        }
    }
}

extension SQLSession {
    init(_ db: Database) {
        self.init(SQLiteSession(db))
    }
}

/// A statement of GRDB.
private final class SQLiteStatement: SQLStatement {
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    func execute(arguments: SQLArguments) throws {
        try statement.execute(arguments: StatementArguments(arguments))
    }

    func executeSoon(arguments: SQLArguments) throws {
        try execute(arguments: arguments)
    }

    func rows(_ arguments: SQLArguments) throws -> [SQLRow] {
        let names = statement.columnNames
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map {
            SQLRow(SQLiteColumns(row: $0, names: names))
        }
    }

    func firstRow(_ arguments: SQLArguments) throws -> SQLRow? {
        try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map {
            SQLRow(SQLiteColumns(row: $0, names: statement.columnNames))
        }
    }

    func forEachRow(_ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws {
        let names = statement.columnNames
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try cursor.next() {
            try body(SQLRow(SQLiteColumns(row: row, names: names)))
        }
    }
}

/// A row with the names of its columns, which all rows of a result share.
private struct SQLiteColumns: SQLColumns {
    let row: Row
    let names: [String]

    var count: Int { names.count }

    func position(of name: String) -> Int? { names.firstIndex(of: name) }
    func isNull(_ position: Int) -> Bool { row.hasNull(atIndex: position) }
    func integer(_ position: Int) -> Int64 { row[position] }
    func real(_ position: Int) -> Double { row[position] }
    func text(_ position: Int) -> String { row[position] }
    func blob(_ position: Int) -> Data { row[position] }

    func bytes16(_ position: Int) -> Bytes16? {
        // The bytes belong to SQLite and are read before the next row.
        try? row.withUnsafeData(atIndex: position) { $0.flatMap(Bytes16.init(ofData:)) }
    }

    func value(_ position: Int) -> SQLValue {
        switch (row[position] as DatabaseValue).storage {
        case .null: .null
        case .int64(let value): .integer(value)
        case .double(let value): .real(value)
        case .string(let value): .text(value)
        case .blob(let value): .blob(value)
        }
    }
}

extension StatementArguments {
    init(_ arguments: SQLArguments) {
        let values = arguments.values.map(\.databaseValue)
        self =
            arguments.isNamed
            ? StatementArguments(Dictionary(uniqueKeysWithValues: zip(arguments.names, values)))
            : StatementArguments(values)
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): value.databaseValue
        }
    }
}
