/// A connection of an engine during a read or a write. It is used on one thread, and not after the work's end.
package protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }
    /// The number of rows that the last statement inserted, changed or deleted.
    var changesCount: Int { get }
    /// - Parameter isKept: whether the connection keeps the statement for its next use.
    func statement(_ sql: String, isKept: Bool) throws -> any SQLStatement
    /// Inserts many rows, in the fastest way that the engine has.
    ///
    /// - Parameters:
    ///   - columns: their names.
    ///   - rows: a value for each column, of the column's own type.
    func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws
}

/// A statement that a connection has prepared.
package protocol SQLStatement: AnyObject {
    func execute(arguments: SQLArguments) throws
    func rows(_ arguments: SQLArguments) throws -> [SQLRow]
    /// The first row; nil if there is none. The others are not read.
    func firstRow(_ arguments: SQLArguments) throws -> SQLRow?
    /// Passes each row to `body`, which may use it only during the call.
    func forEachRow(_ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws
    /// Executes the statement before the next one that is waited for, or before the commit. A failure is thrown there.
    ///
    /// An engine behind a network sends such statements together, so it waits once for all of them.
    func executeSoon(arguments: SQLArguments) throws
}

/// What the engines do not share.
package enum SQLDialect: Sendable {
    case sqlite
    case postgres
}

/// The statements of one read or write of a database.
package struct SQLSession {
    private let connection: any SQLConnection

    package init(_ connection: any SQLConnection) {
        self.connection = connection
    }

    package var dialect: SQLDialect { connection.dialect }

    /// The number of rows that the last statement inserted, changed or deleted.
    package var changesCount: Int { connection.changesCount }

    package func execute(sql: String, arguments: SQLArguments = []) throws {
        try makeStatement(sql: sql).execute(arguments: arguments)
    }

    /// A statement that the connection keeps for its next use.
    package func cachedStatement(sql: String) throws -> any SQLStatement {
        try connection.statement(sql, isKept: true)
    }

    /// Inserts many rows, in the fastest way that the engine has. See ``SQLConnection/insert(_:into:columns:)``.
    package func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
        try connection.insert(rows, into: table, columns: columns)
    }

    /// Makes this write wait for the disk, also if it changes nothing else: without it such a transaction ends at once.
    ///
    /// For requests that phones send as cover, too. All of them wait as long, whatever becomes of each, so a slow disk
    /// tells no observer which one counted (decision 0261).
    package func waitForDisk() throws {
        switch dialect {
        case .sqlite:
            // Writes the first page again. Nobody uses the number, which is always 0.
            try execute(sql: "PRAGMA user_version = 0")
        case .postgres:
            // A record of the log that nobody reads.
            try cachedStatement(sql: "SELECT pg_logical_emit_message(true, 'avviso', '')").executeSoon(arguments: [])
        }
    }

    /// A statement for this use only.
    package func makeStatement(sql: String) throws -> any SQLStatement {
        try connection.statement(sql, isKept: false)
    }
}
