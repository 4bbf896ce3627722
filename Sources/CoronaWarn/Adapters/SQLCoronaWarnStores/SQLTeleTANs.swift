import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
import SQLEngine

extension SQLVerification {
    package func issue(
        _ teleTAN: NewTeleTAN,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANOutcome {
        try await database.write { db in
            if let end = try SQLTeleTANs.allowance(of: teleTAN.operator, limits, now: now, db).next {
                return .limited(until: end)
            }
            try SQLTeleTANs.insert(teleTAN, life: limits.life(of: teleTAN.kind), now: now, db)
            return .issued
        }
    }

    package func allowance(
        of operator: String,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANAllowance {
        try await database.readAtOnce { db in
            try SQLTeleTANs.allowance(of: `operator`, limits, now: now, db)
        }
    }
}

/// The rows of teleTANs, and of what limits them.
enum SQLTeleTANs {
    /// Seconds in which teleTANs are counted.
    static let window: Int64 = 3600
    /// The maximum pause between two of one operator, in seconds.
    static let maxPause: Int64 = 3600
}

// MARK: - Issuing

extension SQLTeleTANs {
    fileprivate static func allowance(
        of holder: String,
        _ limits: TeleTANLimits,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> TeleTANAllowance {
        let (issued, limitEnd) = try hour(now: now, db)
        let left = max(0, limits.perHour - issued)
        let ends = [try endOfPause(of: holder, limits.pause, now: now, db), left == 0 ? limitEnd : nil]
        return TeleTANAllowance(left: left, next: ends.compactMap(\.self).max())
    }

    private static func endOfPause(
        of holder: String,
        _ pause: Int64,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> UnixTime? {
        let statement = try db.cachedStatement(sql: "SELECT issued_at FROM operator_pause WHERE operator = ?")
        guard let issued = try Int64.fetchOne(statement, arguments: [holder]) else {
            return nil
        }
        // A time in the future comes from a clock that was wrong.
        return (issued..<issued + pause).contains(now.seconds) ? UnixTime(issued + pause) : nil
    }

    /// The teleTANs of the last hour, and when the first of them no longer counts.
    private static func hour(now: UnixTime, _ db: SQLSession) throws -> (issued: Int, end: UnixTime?) {
        let statement = try db.cachedStatement(
            sql:
                "SELECT min(second) AS first, sum(issued) AS count FROM tele_tan_count WHERE second > ? AND second <= ?"
        )
        let row = try SQLRow.fetchOne(statement, arguments: [now.seconds - window, now.seconds])
        guard let first = row?["first"] as Int64?, let count = row?["count"] as Int? else {
            return (0, nil)
        }
        return (count, UnixTime(first + window))
    }

    fileprivate static func insert(_ teleTAN: NewTeleTAN, life: Int64, now: UnixTime, _ db: SQLSession) throws {
        // During a hold a teleTAN cannot be used, so its life begins after it.
        let start = try endOfHold(now: now, db) ?? now
        try db.cachedStatement(
            sql: """
                INSERT INTO tele_tan (mac, kind, expires_at) VALUES (?, ?, ?)
                ON CONFLICT (mac) DO UPDATE SET kind = excluded.kind, expires_at = excluded.expires_at
                """
        )
        .execute(arguments: [teleTAN.mark.mac.asData, teleTAN.kind.rawValue, start.advanced(bySeconds: life).seconds])
        try db.cachedStatement(
            sql: """
                INSERT INTO tele_tan_count (second, issued) VALUES (?, 1)
                ON CONFLICT (second) DO UPDATE SET issued = tele_tan_count.issued + 1
                """
        ).execute(arguments: [now.seconds])
        try db.cachedStatement(
            sql: """
                INSERT INTO operator_pause (operator, issued_at) VALUES (?, ?)
                ON CONFLICT (operator) DO UPDATE SET issued_at = excluded.issued_at
                """
        )
        .execute(arguments: [teleTAN.operator, now.seconds])
    }
}

// MARK: - Redeeming, and wrong ones

extension SQLTeleTANs {
    /// Deletes a live teleTAN; nil if there is none.
    static func redeem(_ mark: TeleTANMark, now: UnixTime, _ db: SQLSession) throws -> TeleTANKind? {
        let statement = try db.cachedStatement(sql: "SELECT kind FROM tele_tan WHERE mac = ? AND expires_at > ?")
        let kind = try String.fetchOne(statement, arguments: [mark.mac.asData, now.seconds])
        guard let kind = kind.flatMap(TeleTANKind.init(rawValue:)) else {
            return nil
        }
        try db.cachedStatement(sql: "DELETE FROM tele_tan WHERE mac = ?").execute(arguments: [mark.mac.asData])
        return kind
    }

    /// When teleTANs are looked up again; nil if they are now.
    static func endOfHold(now: UnixTime, _ db: SQLSession) throws -> UnixTime? {
        let statement = try db.cachedStatement(sql: "SELECT ends_at FROM tele_tan_hold")
        guard let end = try Int64.fetchOne(statement) else {
            return nil
        }
        // An end further away than any hold comes from a clock that was wrong.
        return (1...window + 60).contains(end - now.seconds) ? UnixTime(end) : nil
    }

    /// Counts a wrong teleTAN. The one that reaches the limit begins a hold, in which live teleTANs do not age.
    static func countWrong(limit: Int, now: UnixTime, _ db: SQLSession) throws -> WrongTeleTANs {
        try db.cachedStatement(
            sql: """
                INSERT INTO wrong_tele_tan (minute, count) VALUES (?, 1)
                ON CONFLICT (minute) DO UPDATE SET count = wrong_tele_tan.count + 1
                """
        ).execute(arguments: [now.seconds / 60])
        let statement = try db.cachedStatement(
            sql: "SELECT min(minute) AS first, sum(count) AS count FROM wrong_tele_tan WHERE minute BETWEEN ? AND ?"
        )
        let row = try SQLRow.fetchOne(statement, arguments: [firstMinute(now), now.seconds / 60])
        let (first, count) = (row?["first"] as Int64? ?? now.seconds / 60, row?["count"] as Int? ?? 1)
        guard count >= limit else {
            return WrongTeleTANs(count: count, reachesLimit: false)
        }
        let end = (first + 1) * 60 + window
        try db.cachedStatement(
            sql: """
                INSERT INTO tele_tan_hold (id, ends_at) VALUES (1, ?)
                ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at
                """
        )
        .execute(arguments: [end])
        try db.cachedStatement(sql: "UPDATE tele_tan SET expires_at = expires_at + ? WHERE expires_at > ?")
            .execute(arguments: [end - now.seconds, now.seconds])
        return WrongTeleTANs(count: count, reachesLimit: true)
    }

    /// The first minute whose wrong teleTANs are within the last hour.
    static func firstMinute(_ now: UnixTime) -> Int64 { (now.seconds - window) / 60 }
}
