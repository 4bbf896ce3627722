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
        let lease = PostgresLease(name, in: database, clock: clock, holder: holder, of: self)
        guard try await !lease.isOthers(), try await lease.take() else {
            return nil
        }
        lease.keep()
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
    private weak let database: PostgresDatabase?
    private let clock: any WallClock
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

    fileprivate init(
        _ name: String,
        in database: PostgresDatabase,
        clock: any WallClock,
        holder: Int64,
        of leases: PostgresLeases
    ) {
        row = Row(name: name, holder: holder)
        self.database = database
        self.clock = clock
        self.leases = leases
    }

    deinit {
        leases.giveBack(row.name)
        renewal.withLock { $0?.cancel() }
    }

    /// Renews the lease now.
    func isHeld() async throws(StoreError) -> Bool {
        guard let database else {
            return false
        }
        return try await Self.renew(row, in: database, clock: clock)
    }

    /// Deletes the lease.
    func end() async {
        let task = renewal.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    /// Whether another process has the lease. The question writes nothing, so those who wait may ask often.
    fileprivate func isOthers() async throws(StoreError) -> Bool {
        let (row, now) = (row, clock.now().seconds)
        let found = try await database?.readAtOnce { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT holder <> ? AND ends_at > ? FROM lease WHERE name = ?",
                arguments: [row.holder, now, row.name]
            )
        }
        return found == .some(.some(true))
    }

    /// Renews the lease until the object ends, and then deletes it, so that others need not wait for its end.
    fileprivate func keep() {
        let task = Task { [row, clock, weak database] in
            while !Task.isCancelled {
                // An early end of the pause is the end of the lease.
                try? await Task.sleep(for: Self.renewalPause)
                guard let database, !Task.isCancelled,
                    (try? await Self.renew(row, in: database, clock: clock)) != false
                else {
                    break
                }
            }
            // The task may be cancelled, and a task that is cancelled writes nothing.
            await Task { try? await Self.delete(row, in: database) }.value
        }
        renewal.withLock { $0 = task }
    }

    private static func delete(_ row: Row, in database: PostgresDatabase?) async throws(StoreError) {
        try await database?.writeSoonOrNever { db in
            try db.execute(
                sql: "DELETE FROM lease WHERE name = ? AND holder = ? AND turn = ?",
                arguments: [row.name, row.holder, row.turn]
            )
        }
    }

    /// Whether this process has the lease now: it was free, or its holder's time is over.
    fileprivate func take() async throws(StoreError) -> Bool {
        let (row, now) = (row, clock.now().seconds)
        let count = try await database?.write(patience: .unlimited) { db in
            try db.execute(
                sql: """
                    INSERT INTO lease (name, holder, turn, ends_at) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT (name) DO UPDATE
                    SET holder = excluded.holder, turn = excluded.turn, ends_at = excluded.ends_at
                    WHERE lease.holder = ?2 OR lease.ends_at <= ?5
                    """,
                arguments: [row.name, row.holder, row.turn, now + Self.life, now]
            )
            return db.changesCount
        }
        return count == 1
    }

    /// Whether nobody else has taken the lease, which lasts longer then.
    private static func renew(
        _ row: Row,
        in database: PostgresDatabase,
        clock: any WallClock
    ) async throws(StoreError) -> Bool {
        let end = clock.now().seconds + life
        return try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "UPDATE lease SET ends_at = ? WHERE name = ? AND holder = ? AND turn = ?",
                arguments: [end, row.name, row.holder, row.turn]
            )
            return db.changesCount == 1
        }
    }
}
