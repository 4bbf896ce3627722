import SQLEngine

/// A connection during one read or write.
final class PostgresSession: SQLConnection {
    private let connection: PostgresConnection
    private let deadline: ContinuousClock.Instant?
    /// The command that begins the transaction. It is sent with the first statement, which saves a way to the server.
    private var beginning: [PostgresConnection.Command]
    private(set) var changesCount = 0

    /// - Parameter beginning: the commands before the first statement.
    init(_ connection: PostgresConnection, beginning: [String] = [], until deadline: ContinuousClock.Instant? = nil) {
        self.connection = connection
        self.beginning = beginning.map(PostgresConnection.Command.text)
        self.deadline = deadline
    }

    var dialect: SQLDialect { .postgres }
    /// Whether any statement was sent.
    private(set) var hasBegun = false

    func statement(_ sql: String, isKept: Bool) -> any SQLStatement {
        PostgresStatement(.of(sql), of: self)
    }

    /// Sends commands, and the beginning before the first ones.
    func run(_ commands: [PostgresConnection.Command]) throws(PostgresError) -> [PostgresResult] {
        let (first, count) = (beginning, beginning.count)
        beginning = []
        hasBegun = true
        let results = try connection.run(first + commands, until: deadline).dropFirst(count)
        changesCount = results.last?.changesCount ?? 0
        return Array(results)
    }
}

/// A statement, which the connection prepares at its first use.
private final class PostgresStatement: SQLStatement {
    private let sql: PostgresSQL
    private let session: PostgresSession

    init(_ sql: PostgresSQL, of session: PostgresSession) {
        self.sql = sql
        self.session = session
    }

    private func command(_ arguments: SQLArguments) throws(PostgresError) -> PostgresConnection.Command {
        .prepared(sql, try PostgresParameters(arguments, for: sql.parameters))
    }

    func execute(arguments: SQLArguments) throws {
        _ = try session.run([command(arguments)])
    }

    func execute(each arguments: [SQLArguments]) throws {
        guard !arguments.isEmpty else {
            return
        }
        _ = try session.run(arguments.map(command))
    }

    func rows(_ arguments: SQLArguments) throws -> [SQLRow] {
        guard let result = try session.run([command(arguments)]).last else {
            return []
        }
        return (0..<result.rowCount).map(result.row)
    }

    func firstRow(_ arguments: SQLArguments) throws -> SQLRow? {
        try rows(arguments).first
    }

    func forEachRow(_ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws {
        try rows(arguments).forEach(body)
    }
}
