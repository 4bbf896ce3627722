import ExposurePrimitives
import ExposureTesting
import Foundation
import PostgresEngine
package import SQLEngine
import SQLiteEngine
import Testing

/// An engine on which the conformance suites run.
package enum TestEngine: String, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    /// The engines of this machine. Without a PostgreSQL server, the suite `PostgresTests` says that it was skipped.
    package static var all: [TestEngine] { TestServer.isExpected ? [.sqlite, .postgres] : [.sqlite] }

    package var testDescription: String { rawValue }

    /// Runs `body` with a maker of new databases.
    package func with(_ body: (@escaping @Sendable (SQLSchema) throws -> any SQLDatabase) async throws -> Void)
        async throws
    {
        switch self {
        case .sqlite:
            try await TemporaryFolder.with { folder in
                try await body { schema in
                    try SQLiteDatabase(path: folder.appending(path: UUID().uuidString).path, schema: schema)
                }
            }
        case .postgres:
            let server = try TestServer.required()
            try await body { schema in
                let content = SQLContent(name: "test-\(UUID().uuidString)", file: "", schema: schema)
                return try PostgresDatabase(server, content: content, clock: SystemClock())
            }
        }
    }
}

/// The machine's time, for the ends of leases.
private struct SystemClock: WallClock {
    func now() -> UnixTime { UnixTime(Int64(Date().timeIntervalSince1970)) }
}
