import Foundation
package import PostgresEngine
package import Testing

/// The PostgreSQL server of the tests. `Tests/all.py` starts one and names it in AVVISO_POSTGRES.
package enum TestServer {
    /// The server; nil if there is none.
    package static var server: PostgresServer? {
        url.map { PostgresServer(url: $0, connections: 4) }
    }

    package static var url: String? { ProcessInfo.processInfo.environment["AVVISO_POSTGRES"] }

    /// Whether tests with this server run. Without it they are skipped on a developer's machine. With `CI=true` they
    /// run and fail, so a pipeline cannot lose them silently.
    package static var isExpected: Bool {
        url != nil || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    package static func required() throws -> PostgresServer {
        guard let server else {
            throw TestServerMissing()
        }
        return server
    }
}

/// A test requires a server that does not run.
package struct TestServerMissing: Error, CustomStringConvertible {
    package static let message =
        "no PostgreSQL server runs for the tests: run make test, or set AVVISO_POSTGRES to its URI"

    package var description: String { Self.message }
}

extension Trait where Self == ConditionTrait {
    /// The trait of suites that use PostgreSQL. Without a server they are skipped, with the reason printed.
    package static var needsPostgres: Self {
        .enabled("\(TestServerMissing.message)") { TestServer.isExpected }
    }
}
