package import CoronaWarnPorts
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// The keys of a service's callers.
package struct SQLAccessKeys: AccessKeyStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func give(_ key: AccessKey, replaces: Bool, reopens: Bool, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            let holder = try SQLRow.fetchOne(
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
                    INSERT INTO access_key (holder, role, authority, digest, expires_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (holder) DO UPDATE SET role = excluded.role, authority = excluded.authority,
                    digest = excluded.digest, expires_at = excluded.expires_at,
                    former_digest = NULL, former_expires_at = NULL
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
            let row = try SQLRow.fetchOne(
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
                    UPDATE access_key SET former_digest = digest,
                        former_expires_at = CASE WHEN expires_at < ?1 THEN expires_at ELSE ?1 END,
                        digest = ?2, expires_at = ?3
                    WHERE holder = ?4
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
                sql: "INSERT INTO access_key (holder, role, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [name, role.rawValue, now.seconds]
            )
            return db.changesCount == 1
        }
    }

    package func holders() async throws(StoreError) -> [AccessKeyHolder] {
        try await database.read { try Self.holders($0) }
    }

    fileprivate static func holders(_ db: SQLSession) throws -> [AccessKeyHolder] {
        try SQLRow.fetchAll(db, sql: "SELECT * FROM access_key ORDER BY holder").map(holder)
    }

    package func holder(of digest: [UInt8], now: UnixTime) async throws(StoreError) -> AccessKeyHolder? {
        // The index is asked for a digest, which tells nothing about a token that differs from it in some place.
        try await database.readAtOnce { db in
            try SQLRow.fetchOne(
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
        try await database.readAtOnce { db in
            try SQLRow.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM access_key WHERE holder = ?"),
                arguments: [name]
            ).map(Self.holder)
        }
    }

    private static func holder(_ row: SQLRow) throws -> AccessKeyHolder {
        guard let role = AccessKey.Role(rawValue: row["role"]) else {
            throw StoreError.damagedRow(table: "access_key")
        }
        return AccessKeyHolder(
            name: row["holder"],
            role: role,
            authority: row["authority"],
            expiry: UnixTime(row["expires_at"]),
            formerExpiry: (row["former_expires_at"] as Int64?).map(UnixTime.init),
            isRevoked: row["digest"] as Data? == nil
        )
    }
}

/// The keys in a file that is not opened for writing: an inspection makes and changes nothing.
package struct SQLAccessKeysOfFile: Sendable {
    private let inspection: any SQLInspection

    package init(_ inspection: any SQLInspection) {
        self.inspection = inspection
    }

    /// All holders, by name.
    package func holders() throws(StoreError) -> [AccessKeyHolder] {
        try inspection.look { try SQLAccessKeys.holders($0) }
    }
}
