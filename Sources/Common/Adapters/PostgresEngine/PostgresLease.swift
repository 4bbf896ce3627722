import ExposurePrimitives
import Persistence
import SQLEngine
import Synchronization

/// The leases of one database that this process has.
final class PostgresLeases: Sendable {
    /// Tells this process's leases from those of others.
    private let holder = Int64.random(in: .min ... .max)
    private let names = Mutex<Set<String>>([])

    /// The table of a database's leases.
    static let table = """
        CREATE TABLE IF NOT EXISTS lease (
            name TEXT NOT NULL PRIMARY KEY,
            holder BIGINT NOT NULL,
            turn BIGINT NOT NULL,
            ends_at BIGINT NOT NULL
        )
        """

    /// The right to do the work `name`; nil while somebody has it, here or in another process.
    func take(
        _ name: String,
        in database: PostgresDatabase,
        clock: any WallClock
    ) async throws(StoreError) -> PostgresLease? {
        guard names.withLock({ $0.insert(name).inserted }) else {
            return nil
        }
        let lease = PostgresLease(name, holder: holder, of: self)
        guard try await lease.renew(in: database, clock: clock) else {
            return nil
        }
        lease.keep(in: database, clock: clock)
        return lease
    }

    fileprivate func giveBack(_ name: String) {
        names.withLock { _ = $0.remove(name) }
    }
}

/// The right to do work that one process of all does at a time: a row that its holder renews. If the holder dies, the
/// row ends by itself.
///
/// The ends are compared by the clocks of the processes, because the engines share no other. A clock that is ahead by
/// more than half a life takes a lease early; work under a lease therefore also keeps its own rules in the database.
final class PostgresLease: WorkClaim {
    private let row: Row
    private let leases: PostgresLeases
    private let renewal = Mutex<Task<Void, Never>?>(nil)

    /// Seconds until a lease ends that is not renewed.
    private static let life: Int64 = 60
    private static let renewalPause = Duration.seconds(20)

    private struct Row {
        let name: String
        let holder: Int64
        /// Tells the holder's leases of the same name apart.
        let turn = Int64.random(in: .min ... .max)
    }

    fileprivate init(_ name: String, holder: Int64, of leases: PostgresLeases) {
        row = Row(name: name, holder: holder)
        self.leases = leases
    }

    deinit {
        leases.giveBack(row.name)
        renewal.withLock { $0?.cancel() }
    }

    fileprivate func renew(in database: PostgresDatabase, clock: any WallClock) async throws(StoreError) -> Bool {
        try await Self.renew(row, in: database, clock: clock)
    }

    /// Renews the lease until the object ends, and then deletes it, so that others need not wait for its end.
    fileprivate func keep(in database: PostgresDatabase, clock: any WallClock) {
        let task = Task { [row, weak database] in
            while !Task.isCancelled {
                // An early end of the pause is the end of the lease.
                try? await Task.sleep(for: Self.renewalPause)
                guard let database, !Task.isCancelled,
                    (try? await Self.renew(row, in: database, clock: clock)) != false
                else {
                    break
                }
            }
            try? await database?.write(patience: .unlimited) { db in
                try db.execute(
                    sql: "DELETE FROM lease WHERE name = ? AND holder = ? AND turn = ?",
                    arguments: [row.name, row.holder, row.turn]
                )
            }
        }
        renewal.withLock { $0 = task }
    }

    /// Whether the holder has the lease now.
    private static func renew(
        _ row: Row,
        in database: PostgresDatabase,
        clock: any WallClock
    ) async throws(StoreError) -> Bool {
        let now = clock.now().seconds
        return try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: """
                    INSERT INTO lease (name, holder, turn, ends_at) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT (name) DO UPDATE
                    SET holder = excluded.holder, turn = excluded.turn, ends_at = excluded.ends_at
                    WHERE lease.holder = ?2 OR lease.ends_at <= ?5
                    """,
                arguments: [row.name, row.holder, row.turn, now + life, now]
            )
            return db.changesCount == 1
        }
    }
}
