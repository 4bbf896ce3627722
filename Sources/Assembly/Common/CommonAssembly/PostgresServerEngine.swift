import ExposurePrimitives
import Persistence
import PostgresEngine
import SQLEngine

/// Databases in one PostgreSQL server, or in several of which one takes writes.
struct PostgresServerEngine: DatabaseEngine {
    let server: PostgresServer
    /// How long a request's write may take until its commit.
    let patience: Duration
    let clock: any WallClock

    func isThere(_ content: SQLContent) -> Bool {
        (try? PostgresInspection(server, of: content).isThere()) == true
    }

    func open(_ content: SQLContent) throws -> any SQLDatabase {
        try PostgresDatabase(
            server,
            content: content,
            patience: content.hasRequests ? patience : nil,
            clock: clock
        )
    }

    func inspection(of content: SQLContent) -> any SQLInspection {
        PostgresInspection(server, of: content)
    }

    func check(_ contents: [SQLContent]) throws {
        for content in contents {
            _ = try PostgresInspection(server, of: content).isThere()
        }
    }

    func convert(_ contents: [SQLContent]) -> [String] { [] }

    func serverFacts() throws -> PostgresServerFacts? { try PostgresServerFacts(of: server) }
}
