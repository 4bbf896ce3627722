import SQLEngine

/// A mistake that a test plants in the statements of a store or in its database, to show that a check finds it.
package struct SQLFault: Sendable {
    /// What a database does for its stores.
    enum Promise: Sendable {
        case undoesRehearsals
        case lendsLeasesOnce
    }

    package static let keptRehearsals = SQLFault("keeps rehearsals", breaking: .undoesRehearsals)
    package static let doubledLeases = SQLFault("lends a lease twice", breaking: .lendsLeasesOnce)

    /// A verb of the store that makes the mistake, with its object.
    package let name: String
    let broken: Promise?
    private let part: String
    private let changes: [(part: String, replacement: String)]
    private let count: Int?
    private let before: String?

    /// - Parameters:
    ///   - part: a part of the wrong statements.
    ///   - replacement: what they have in its place; nil if they are only miscounted or follow something else.
    ///   - count: the number of changed rows that the store is told.
    ///   - before: a statement that is executed before each of them.
    ///   - others: changes of other statements.
    package init(
        _ name: String,
        _ part: String,
        _ replacement: String? = nil,
        count: Int? = nil,
        before: String? = nil,
        others: [(part: String, replacement: String)] = []
    ) {
        (self.name, self.part, self.count, self.before, broken) = (name, part, count, before, nil)
        changes = [(part, replacement ?? part)] + others
    }

    /// The database breaks a promise, and the statements are right.
    private init(_ name: String, breaking promise: Promise) {
        (self.name, part, count, before, broken) = (name, "", nil, nil, promise)
        changes = []
    }

    func spoil(_ db: SQLSession) -> SQLSession { SQLSession(Connection(db, fault: self)) }

    private final class Connection: SQLConnection {
        private let db: SQLSession
        private let fault: SQLFault
        /// The number of rows that the last statement is said to have changed.
        fileprivate var count: Int?

        init(_ db: SQLSession, fault: SQLFault) {
            (self.db, self.fault) = (db, fault)
        }

        var dialect: SQLDialect { db.dialect }
        var changesCount: Int { count ?? db.changesCount }

        func statement(_ sql: String, isKept: Bool) throws -> any SQLStatement {
            let changed = fault.changes.reduce(sql) { sql, change in
                sql.replacing(change.part, with: change.replacement)
            }
            let statement = try isKept ? db.cachedStatement(sql: changed) : db.makeStatement(sql: changed)
            return Statement(statement, of: self, isWrong: sql.contains(fault.part))
        }

        func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
            count = nil
            try db.insert(rows, into: table, columns: columns)
        }

        func prepare(isWrong: Bool) throws {
            count = isWrong ? fault.count : nil
            if isWrong, let before = fault.before {
                try db.execute(sql: before)
            }
        }
    }

    private final class Statement: SQLStatement {
        private let base: any SQLStatement
        private let connection: Connection
        private let isWrong: Bool

        init(_ base: any SQLStatement, of connection: Connection, isWrong: Bool) {
            (self.base, self.connection, self.isWrong) = (base, connection, isWrong)
        }

        func execute(arguments: SQLArguments) throws {
            try connection.prepare(isWrong: isWrong)
            try base.execute(arguments: arguments)
        }

        func executeSoon(arguments: SQLArguments) throws {
            try connection.prepare(isWrong: isWrong)
            try base.executeSoon(arguments: arguments)
        }

        func rows(_ arguments: SQLArguments) throws -> [SQLRow] {
            try connection.prepare(isWrong: isWrong)
            return try base.rows(arguments)
        }

        func firstRow(_ arguments: SQLArguments) throws -> SQLRow? {
            try connection.prepare(isWrong: isWrong)
            return try base.firstRow(arguments)
        }

        func forEachRow(_ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws {
            try connection.prepare(isWrong: isWrong)
            try base.forEachRow(arguments, body)
        }
    }
}
