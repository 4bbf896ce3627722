package import AssociationProtocol
package import AssociationStores
package import ExposurePrimitives
import Foundation
import GRDB
package import Persistence
package import SQLiteEngine

/// Batches that wait for their validation, in SQLite.
package struct SQLiteBatchInbox: BatchInbox {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func put(_ batch: WaitingBatch, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            guard try Self.isKnown(batch, now: now, db) else {
                return false
            }
            try Self.insert(batch, db)
            return true
        }
    }

    private static func isKnown(_ batch: WaitingBatch, now: UnixTime, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM report WHERE right = ? AND registration = ? AND expires_at > ?)",
            arguments: [
                batch.name.right.exposedBytes.asData, batch.registration.exposedBytes.asData, now.seconds,
            ]
        ) == true
    }

    private static func insert(_ batch: WaitingBatch, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO waiting_batch (right, digest, registration, arrived_at, content)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                batch.name.right.exposedBytes.asData, batch.name.digest.bytes.asData,
                batch.registration.exposedBytes.asData, batch.arrival.seconds, batch.bytes.asData,
            ]
        )
    }

    package func waiting(limit: Int) async throws(StoreError) -> [BatchName] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT right, digest FROM waiting_batch ORDER BY arrived_at, right, digest LIMIT ?",
                arguments: [limit]
            ).map(Self.name)
        }
    }

    package func batch(_ name: BatchName) async throws(StoreError) -> WaitingBatch? {
        try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM waiting_batch WHERE right = ? AND digest = ?",
                arguments: [name.right.exposedBytes.asData, name.digest.bytes.asData]
            )
            return try row.map { row in
                guard let registration = Bytes16(Array(row["registration"] as Data)) else {
                    throw StoreError.damagedRow(table: "waiting_batch")
                }
                return WaitingBatch(
                    name: name,
                    registration: RegistrationID(registration),
                    arrival: UnixTime(row["arrived_at"]),
                    bytes: Array(row["content"] as Data)
                )
            }
        }
    }

    package func remove(_ name: BatchName) async throws(StoreError) {
        try await database.write(patience: nil) { db in
            try db.execute(
                sql: "DELETE FROM waiting_batch WHERE right = ? AND digest = ?",
                arguments: [name.right.exposedBytes.asData, name.digest.bytes.asData]
            )
        }
    }

    package func digests(of right: RightID) async throws(StoreError) -> Set<Bytes32> {
        try database.readAtOnce { db in
            let statement = try db.cachedStatement(sql: "SELECT right, digest FROM waiting_batch WHERE right = ?")
            return Set(
                try Row.fetchAll(statement, arguments: [right.exposedBytes.asData]).map { try Self.name($0).digest }
            )
        }
    }

    package func count() async throws(StoreError) -> Int {
        try database.readAtOnce { db in
            try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM waiting_batch")) ?? 0
        }
    }

    private static func name(_ row: Row) throws -> BatchName {
        guard let right = Bytes16(Array(row["right"] as Data)), let digest = Bytes32(Array(row["digest"] as Data))
        else {
            throw StoreError.damagedRow(table: "waiting_batch")
        }
        return BatchName(right: RightID(right), digest: digest)
    }

    /// Deletes the batches of rights that are gone.
    static func deleteOrphans(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM waiting_batch WHERE right NOT IN (SELECT right FROM report)")
    }
}
