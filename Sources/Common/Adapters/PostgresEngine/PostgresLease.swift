import ExposurePrimitives
import Persistence
import SQLEngine
import Synchronization

/// The leases of one database that this process has.
final class PostgresLeases: Sendable {
    /// Tells this process's leases from those of others.
    private let holder = Int64.random(in: .min ... .max)
    private let names = Mutex<Set<String>>([])
    /// The leases of others, as they were seen at first.
    private let seen = Mutex<[String: Sighting]>([:])
    private let uptime: @Sendable () -> Duration

    /// - Parameter uptime: a clock that nobody sets.
    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
    }

    /// What a holder writes with each renewal.
    fileprivate struct Renewal: Hashable {
        let holder: Int64
        let turn: Int64
        let end: Int64
    }

    private struct Sighting {
        let renewal: Renewal
        let since: Duration
    }

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
        let others = try await lease.others()
        guard isOver(others, name, now: clock.now()), try await lease.take(from: others) else {
            return nil
        }
        lease.keep()
        return lease
    }

    /// Whether the lease of another process has ended: by this process's clock, or because nobody has renewed it for a
    /// life. The clock of the process that wrote its end may have been ahead by days.
    private func isOver(_ renewal: Renewal?, _ name: String, now: UnixTime) -> Bool {
        let elapsed = uptime()
        return seen.withLock { seen in
            guard let renewal, renewal.end > now.seconds else {
                seen[name] = nil
                return true
            }
            if let sighting = seen[name], sighting.renewal == renewal {
                return elapsed - sighting.since >= .seconds(PostgresLease.life)
            }
            seen[name] = Sighting(renewal: renewal, since: elapsed)
            return false
        }
    }

    fileprivate func giveBack(_ name: String) {
        names.withLock { _ = $0.remove(name) }
    }
}

/// The right to do work that one process of all does at a time: a row that its holder renews. If the holder dies, the
/// row ends by itself.
///
/// The ends are compared by the clocks of the processes, because the engines share no other. A clock that is ahead by
/// more than half a life takes a lease early; work under a lease therefore also keeps its own rules in the database. An
/// end that a clock far ahead has written keeps nobody waiting: a lease that stays as it is for a life is over as well.
final class PostgresLease: Lease {
    private let row: Row
    private let leases: PostgresLeases
    private weak let database: PostgresDatabase?
    private let clock: any WallClock
    private let renewal = Mutex<Task<Void, Never>?>(nil)

    /// Seconds until a lease ends that is not renewed.
    fileprivate static let life: Int64 = 60
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

    /// The lease of another process; nil if there is none. The question writes nothing, so those who wait may ask
    /// often.
    fileprivate func others() async throws(StoreError) -> PostgresLeases.Renewal? {
        let row = row
        return try await database?.readAtOnce { db in
            try SQLRow.fetchOne(
                db,
                sql: "SELECT holder, turn, ends_at FROM lease WHERE name = ? AND holder <> ?",
                arguments: [row.name, row.holder]
            ).map { PostgresLeases.Renewal(holder: $0[0], turn: $0[1], end: $0[2]) }
        } ?? nil
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

    /// Whether this process has the lease now: it was free, or it is still the one that is over.
    fileprivate func take(from others: PostgresLeases.Renewal?) async throws(StoreError) -> Bool {
        let (row, end) = (row, clock.now().seconds + Self.life)
        let count = try await database?.write(patience: .unlimited) { db in
            try db.execute(
                sql: """
                    INSERT INTO lease (name, holder, turn, ends_at) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT (name) DO UPDATE
                    SET holder = excluded.holder, turn = excluded.turn, ends_at = excluded.ends_at
                    WHERE lease.holder = ?2
                       OR lease.holder = ?5 AND lease.turn = ?6 AND lease.ends_at = ?7
                    """,
                arguments: [row.name, row.holder, row.turn, end, others?.holder, others?.turn, others?.end]
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
