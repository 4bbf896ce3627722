package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Batches that wait for their validation.
package struct SQLBatchInbox: BatchInbox {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func put(_ batch: WaitingBatch, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write(isolation: .changedRows) { db in
            try db.waitForDisk()
            guard try Self.isKnown(batch, now: now, db) else {
                return false
            }
            try Self.insert(batch, db)
            return true
        }
    }

    private static func isKnown(_ batch: WaitingBatch, now: UnixTime, _ db: SQLSession) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM report WHERE right = ? AND registration = ? AND expires_at > ?)",
            arguments: [batch.name.right.exposedBytes.asData, batch.registration.exposedBytes.asData, now.seconds]
        ) == true
    }

    private static func insert(_ batch: WaitingBatch, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO waiting_batch (right, digest, registration, arrived_at, content)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        ).executeSoon(arguments: [
            batch.name.right.exposedBytes.asData, batch.name.digest.bytes.asData,
            batch.registration.exposedBytes.asData, batch.arrival.seconds, batch.bytes.asData,
        ])
    }

    package func waiting(limit: Int) async throws(StoreError) -> [BatchName] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT right, digest FROM waiting_batch ORDER BY arrived_at, right, digest LIMIT ?",
                arguments: [limit]
            ).map(Self.name)
        }
    }

    package func batch(_ name: BatchName) async throws(StoreError) -> WaitingBatch? {
        try await database.read { db in
            let row = try SQLRow.fetchOne(
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
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "DELETE FROM waiting_batch WHERE right = ? AND digest = ?",
                arguments: [name.right.exposedBytes.asData, name.digest.bytes.asData]
            )
        }
    }

    package func digests(of right: RightID) async throws(StoreError) -> Set<Bytes32> {
        try await database.readAtOnce { db in
            let statement = try db.cachedStatement(sql: "SELECT right, digest FROM waiting_batch WHERE right = ?")
            return Set(
                try SQLRow.fetchAll(statement, arguments: [right.exposedBytes.asData]).map { try Self.name($0).digest }
            )
        }
    }

    package func count() async throws(StoreError) -> Int {
        try await database.readAtOnce { db in
            try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM waiting_batch")) ?? 0
        }
    }

    private static func name(_ row: SQLRow) throws -> BatchName {
        guard let right = Bytes16(Array(row["right"] as Data)), let digest = Bytes32(Array(row["digest"] as Data))
        else {
            throw StoreError.damagedRow(table: "waiting_batch")
        }
        return BatchName(right: RightID(right), digest: digest)
    }

    /// Deletes the batches of rights that are gone.
    static func deleteOrphans(_ db: SQLSession) throws {
        try db.execute(sql: "DELETE FROM waiting_batch WHERE right NOT IN (SELECT right FROM report)")
    }
}
