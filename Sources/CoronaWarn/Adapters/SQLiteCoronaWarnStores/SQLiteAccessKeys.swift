package import AccessKeyStores
package import ExposurePrimitives
import GRDB
package import Persistence
package import SQLiteEngine

/// The keys of a service's callers in SQLite.
package struct SQLiteAccessKeys: AccessKeyStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func give(
        _ key: AccessKey,
        replaces: Bool,
        reopens: Bool,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            let holder = try Row.fetchOne(
                db,
                sql: "SELECT * FROM access_key WHERE holder = ?",
                arguments: [key.holder]
            ).map(Self.holder)
            if let holder {
                guard holder.isRevoked ? reopens : replaces || holder.expiry <= now else {
                    return false
                }
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO access_key (holder, role, authority, digest, expires_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [key.holder, key.role.rawValue, key.authority, key.digest.asData, key.expiry.seconds]
            )
            return true
        }
    }

    package func rotate(
        to key: AccessKey,
        overlapEnd: UnixTime,
        now: UnixTime
    ) async throws(StoreError) -> KeyRotation {
        try await database.write { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM access_key WHERE holder = ? AND digest IS NOT NULL AND expires_at > ?",
                arguments: [key.holder, now.seconds]
            )
            guard let row else {
                return .noKey
            }
            if let end = row["former_expires_at"] as Int64?, end > now.seconds {
                return .underWay(until: UnixTime(end))
            }
            try db.execute(
                sql: """
                    UPDATE access_key SET former_digest = digest, former_expires_at = min(expires_at, ?),
                        digest = ?, expires_at = ?
                    WHERE holder = ?
                    """,
                arguments: [overlapEnd.seconds, key.digest.asData, key.expiry.seconds, key.holder]
            )
            return .rotated
        }
    }

    package func revoke(_ holder: String) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE access_key SET digest = NULL, former_digest = NULL, former_expires_at = NULL
                    WHERE holder = ?
                    """,
                arguments: [holder]
            )
            return db.changesCount == 1
        }
    }

    package func bar(_ name: String, as role: AccessKey.Role, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO access_key (holder, role, expires_at) VALUES (?, ?, ?)",
                arguments: [name, role.rawValue, now.seconds]
            )
            return db.changesCount == 1
        }
    }

    package func holders() async throws(StoreError) -> [AccessKeyHolder] {
        try await database.read { try Self.holders($0) }
    }

    fileprivate static func holders(_ db: Database) throws -> [AccessKeyHolder] {
        try Row.fetchAll(db, sql: "SELECT * FROM access_key ORDER BY holder").map(holder)
    }

    package func holder(of digest: [UInt8], now: UnixTime) async throws(StoreError) -> AccessKeyHolder? {
        // The index is asked for a digest, which tells nothing about a token that differs from it in some place.
        try database.readAtOnce { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT * FROM access_key WHERE digest = ?1 AND expires_at > ?2
                        UNION ALL
                        SELECT * FROM access_key WHERE former_digest = ?1 AND former_expires_at > ?2
                        """
                ),
                arguments: [digest.asData, now.seconds]
            ).map(Self.holder)
        }
    }

    package func holder(named name: String) async throws(StoreError) -> AccessKeyHolder? {
        try database.readAtOnce { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM access_key WHERE holder = ?"),
                arguments: [name]
            ).map(Self.holder)
        }
    }

    private static func holder(_ row: Row) throws -> AccessKeyHolder {
        guard let role = AccessKey.Role(rawValue: row["role"]) else {
            throw StoreError.damagedRow(table: "access_key")
        }
        return AccessKeyHolder(
            name: row["holder"],
            role: role,
            authority: row["authority"],
            expiry: UnixTime(row["expires_at"]),
            formerExpiry: (row["former_expires_at"] as Int64?).map(UnixTime.init),
            isRevoked: row["digest"] as DatabaseValue == .null
        )
    }
}

/// The keys in a file that is not opened for writing: an inspection makes and changes nothing.
package struct SQLiteAccessKeysOfFile: Sendable {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// All holders, by name.
    package func holders() throws(StoreError) -> [AccessKeyHolder] {
        try SQLiteDatabase.look(into: path) { try SQLiteAccessKeys.holders($0) }
    }
}
