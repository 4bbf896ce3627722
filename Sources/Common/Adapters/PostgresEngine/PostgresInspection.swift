package import Persistence
package import SQLEngine

/// A look at a database of a server, without making or changing anything.
package struct PostgresInspection: SQLInspection {
    private let server: PostgresServer
    private let content: SQLContent

    package init(_ server: PostgresServer, of content: SQLContent) {
        self.server = server
        self.content = content
    }

    package func look<Value>(_ body: (SQLSession) throws -> Value) throws(StoreError) -> Value {
        do {
            let connection = try PostgresConnection(server, schema: content.name)
            return try PostgresTransaction(
                connection,
                PostgresWork(beginning: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]),
                until: nil,
                commitsWithin: server.timeout
            ).run(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// Whether the database exists. Throws `unsupportedSchema` if this version does not work with it.
    package func isThere() throws(StoreError) -> Bool {
        do {
            let connection = try PostgresConnection(server, schema: content.name)
            return try PostgresMigrator.isThere(connection, content)
        } catch {
            throw StoreError(error)
        }
    }
}
