extension SQLStatement {
    package func execute() throws {
        try execute(arguments: [])
    }
}

extension SQLRow {
    package static func fetchAll(_ statement: any SQLStatement, arguments: SQLArguments = []) throws -> [SQLRow] {
        try statement.rows(arguments)
    }

    package static func fetchAll(_ db: SQLSession, sql: String, arguments: SQLArguments = []) throws -> [SQLRow] {
        try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
    }

    /// The first row; nil if there is none.
    package static func fetchOne(_ statement: any SQLStatement, arguments: SQLArguments = []) throws -> SQLRow? {
        try statement.firstRow(arguments)
    }

    package static func fetchOne(_ db: SQLSession, sql: String, arguments: SQLArguments = []) throws -> SQLRow? {
        try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
    }

    /// Passes each row to `body` without keeping all of them.
    package static func forEach(
        _ db: SQLSession,
        sql: String,
        arguments: SQLArguments = [],
        _ body: (SQLRow) throws -> Void
    ) throws {
        try db.makeStatement(sql: sql).forEachRow(arguments, body)
    }
}

/// Results of one column.
extension SQLDecodable {
    package static func fetchAll(_ statement: any SQLStatement, arguments: SQLArguments = []) throws -> [Self] {
        try statement.rows(arguments).map { $0[0] }
    }

    package static func fetchAll(_ db: SQLSession, sql: String, arguments: SQLArguments = []) throws -> [Self] {
        try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
    }

    /// The value of the first row; nil if there is none, or if it is null.
    package static func fetchOne(_ statement: any SQLStatement, arguments: SQLArguments = []) throws -> Self? {
        try statement.firstRow(arguments).flatMap { $0[0] as Self? }
    }

    package static func fetchOne(_ db: SQLSession, sql: String, arguments: SQLArguments = []) throws -> Self? {
        try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
    }
}

extension SQLDecodable where Self: Hashable {
    package static func fetchSet(_ db: SQLSession, sql: String, arguments: SQLArguments = []) throws -> Set<Self> {
        Set(try fetchAll(db, sql: sql, arguments: arguments))
    }
}
