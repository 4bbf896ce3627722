import SQLEngine

/// A connection during one read or write.
final class PostgresSession: SQLConnection {
    private let connection: PostgresConnection
    private let deadline: ContinuousClock.Instant?
    /// The command that begins the transaction. It is sent with the first statement, which saves a way to the server.
    private var beginning: [PostgresConnection.Command]
    /// Statements that nobody waits for yet.
    private var waiting: [PostgresConnection.Command] = []
    private(set) var changesCount = 0

    /// - Parameter beginning: the commands before the first statement.
    init(_ connection: PostgresConnection, beginning: [String] = [], until deadline: ContinuousClock.Instant? = nil) {
        self.connection = connection
        self.beginning = beginning.map(connection.command)
        self.deadline = deadline
    }

    var dialect: SQLDialect { .postgres }
    /// Whether any statement was sent.
    private(set) var hasBegun = false

    func statement(_ sql: String, isKept: Bool) -> any SQLStatement {
        PostgresStatement(connection.statement(sql), of: self)
    }

    /// Sends a command with all that wait, and the beginning before the first ones.
    func run(_ command: PostgresConnection.Command) throws(PostgresError) -> PostgresResult? {
        let result = try send(taken() + [command])
        changesCount = result?.changesCount ?? 0
        return result
    }

    /// Keeps a command for the next one that is waited for.
    fileprivate func runSoon(_ command: PostgresConnection.Command) throws(PostgresError) {
        waiting.append(command)
        if waiting.count >= Self.maxWaiting {
            try settle()
        }
    }

    /// Whether statements wait.
    var hasWaiting: Bool { !waiting.isEmpty }

    /// Sends what waits and the last commands.
    func end(
        with commands: [PostgresConnection.Command],
        until deadline: ContinuousClock.Instant
    ) throws(PostgresError) {
        hasBegun = true
        _ = try connection.run(taken() + commands, until: deadline)
    }

    /// Sends what waits.
    func settle() throws(PostgresError) {
        if !waiting.isEmpty {
            _ = try send(taken())
        }
    }

    private func taken() -> [PostgresConnection.Command] {
        defer { (beginning, waiting) = ([], []) }
        return beginning + waiting
    }

    private func send(_ commands: [PostgresConnection.Command]) throws(PostgresError) -> PostgresResult? {
        hasBegun = true
        return try connection.run(commands, until: deadline).last
    }

    /// So many statements are more than a phone's upload needs; more of them must not fill the memory.
    private static let maxWaiting = 500

    func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
        let first = taken()
        if !first.isEmpty {
            _ = try send(first)
        }
        let names = columns.map(PostgresServer.quoted).joined(separator: ", ")
        try connection.copy(
            "COPY \(PostgresServer.quoted(table)) (\(names)) FROM STDIN WITH (FORMAT binary)",
            PostgresRows(rows),
            until: deadline
        )
    }
}

/// A statement, which the connection prepares at its first use.
private final class PostgresStatement: SQLStatement {
    private let statement: PostgresConnection.Statement
    private let session: PostgresSession

    init(_ statement: PostgresConnection.Statement, of session: PostgresSession) {
        self.statement = statement
        self.session = session
    }

    private func command(_ arguments: SQLArguments) throws(PostgresError) -> PostgresConnection.Command {
        .prepared(statement, try PostgresParameters(arguments, for: statement.sql.parameters))
    }

    func execute(arguments: SQLArguments) throws {
        _ = try session.run(command(arguments))
    }

    func executeSoon(arguments: SQLArguments) throws {
        try session.runSoon(command(arguments))
    }

    func rows(_ arguments: SQLArguments) throws -> [SQLRow] {
        guard let result = try session.run(command(arguments)) else {
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
