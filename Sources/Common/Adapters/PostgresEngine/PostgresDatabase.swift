package import ExposurePrimitives
import NIOPosix
package import Persistence
package import SQLEngine

/// One database of a system in PostgreSQL, as a schema of the server's database, with the guarantees of SQLite's.
///
/// Writes are SERIALIZABLE and are done again after a conflict. A commit is acknowledged when the server's disk has it,
/// and its synchronous standby if it has one. A connection that ends is replaced; work that had not begun to commit is
/// done again on the new one, so a failover is seen as a delay.
package final class PostgresDatabase: SQLDatabase {
    /// For requests: short work that people wait for.
    private let requests: PostgresConnections
    /// For jobs and snapshots, which must not stand in the way of requests.
    private let jobs: PostgresConnections
    private let server: PostgresServer
    private let schema: SQLSchema
    private let patience: Duration?
    private let clock: any WallClock
    private let leases: PostgresLeases

    /// The time since the first use.
    package static let uptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()

    /// The number of jobs and snapshots at the same time.
    private static let jobConnections = 3

    /// Connects, makes the tables of `content` or brings them up to date.
    ///
    /// - Parameters:
    ///   - patience: how long a write may take until its commit. After that it fails and never happens. Nil means
    ///     without limit.
    ///   - clock: for the ends of leases.
    ///   - uptime: a clock that nobody sets, for leases whose ends a wrong clock has written.
    /// - Throws: `unsupportedSchema` for a database with which this version does not work, `unavailable` for everything
    ///   else.
    package init(
        _ server: PostgresServer,
        content: SQLContent,
        patience: Duration? = nil,
        clock: any WallClock,
        uptime: @escaping @Sendable () -> Duration = PostgresDatabase.uptime
    ) throws(StoreError) {
        leases = PostgresLeases(uptime: uptime)
        self.server = server
        self.patience = patience
        self.clock = clock
        schema = content.schema
        do {
            try PostgresMigrator(server, content).migrate()
        } catch {
            throw StoreError(error)
        }
        requests = PostgresConnections(
            server,
            schema: content.name,
            connections: server.connections,
            prefersIndexes: true
        )
        jobs = PostgresConnections(server, schema: content.name, connections: Self.jobConnections)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await jobs.run(Self.reading, body)
    }

    package func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await requests.run(PostgresWork(patience: patience ?? server.timeout), body)
    }

    package func write<Value: Sendable>(
        patience: WritePatience,
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        let beginning = [isolation.beginning]
        return switch patience {
        case .usual where self.patience != nil:
            try await requests.run(PostgresWork(beginning: beginning, patience: self.patience), body)
        case .usual, .unlimited:
            try await jobs.run(PostgresWork(beginning: beginning), body)
        }
    }

    package func writeAlone<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await jobs.run(PostgresWork(beginning: [WriteIsolation.allRows.beginning]), body)
    }

    /// The rows are written and taken back, and the empty commit is written to the disk like any other: the server gave
    /// the transaction a number when it wrote the rows (PostgreSQL 15, `RecordTransactionCommit`).
    package func rehearse<Value: Sendable>(
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        let work = PostgresWork(
            beginning: [isolation.beginning, "SAVEPOINT rehearsal"],
            ending: ["ROLLBACK TO SAVEPOINT rehearsal"],
            patience: patience
        )
        return try await (patience == nil ? jobs : requests).run(work, body)
    }

    /// For what is done while the process ends, which must not wait for a server that does not answer.
    func writeSoonOrNever(_ body: @escaping @Sendable (SQLSession) throws -> Void) async throws(StoreError) {
        let work = PostgresWork(beginning: [WriteIsolation.allRows.beginning], patience: .seconds(2))
        try await jobs.run(work, body)
    }

    package func takeLease(_ name: String) async throws(StoreError) -> (any Lease)? {
        try await leases.take(name, in: self, clock: clock)
    }

    /// Writes the rows of the tables that phones fill once more, in the order of their keys and by one transaction, and
    /// empties what was left of the earlier ones. `docs/decisions/0233` says what this erases and what it cannot.
    package func eraseTraces() async throws(StoreError) -> Bool {
        let tables = schema.postgres.forgetful
        return try await jobs.use { connection in try PostgresTraces(connection).erase(tables) }
    }

    package func close() throws(StoreError) {
        requests.close()
        jobs.close()
    }

    private static let reading = PostgresWork(
        beginning: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"],
        isCancellable: true
    )
}

extension WriteIsolation {
    /// Under REPEATABLE READ, a write fails that changes a row which others changed since its first statement, or
    /// inserts one under their unique key (PostgreSQL 15, 13.2.2). It is then done again.
    fileprivate var beginning: String {
        switch self {
        case .allRows: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case .changedRows: "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"
        }
    }
}
