package import DiagnosisKeyStores
package import ExposurePrimitives
package import GAENCore
import Foundation
import GRDB
package import Persistence
package import SQLiteEngine

/// TEK Chunks in SQLite.
package struct SQLiteChunks: ChunkStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (_ real: [DiagnosisKey], _ count: Int) -> [DiagnosisKey]
    ) async throws(StoreError) -> Int {
        try await database.writeAlone { db in
            let real = try pendingKeys(rules: rules, now: now, db)
            let missing = try countMissingKeys(real: real.count, rules: rules, now: now, db)
            let made = missing > 0 ? padding(try pendingDiagnosisKeys(rules: rules, now: now, db), missing) : []
            let count = real.count + made.count
            guard count > 0 else {
                return 0
            }
            if count < rules.minKeyCount, try heldRuns(db) < rules.maxHeldRuns {
                try db.execute(sql: "UPDATE publication_state SET held_runs = held_runs + 1")
                return 0
            }
            try db.execute(sql: "UPDATE publication_state SET held_runs = 0")
            try insertPadding(made, now: now, db)
            let pending = made.isEmpty ? real : try pendingKeys(rules: rules, now: now, db)
            let chunkCount = (pending.count + rules.maxKeyCount - 1) / rules.maxKeyCount
            let keysPerChunk = (pending.count + chunkCount - 1) / chunkCount
            let starts = Array(stride(from: 0, to: pending.count, by: keysPerChunk))
            for (start, period) in zip(starts, try periods(count: starts.count, rules: rules, now: now, db)) {
                let last = min(start + keysPerChunk, pending.count) - 1
                let chunk = try addChunk(period, db)
                try fill(chunk, from: pending[start], through: pending[last], rules: rules, now: now, db)
            }
            return pending.count
        }
    }

    package func plannedChunks() async throws(StoreError) -> [PlannedChunk] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT number, period_start, period_end FROM chunk WHERE object_name IS NULL ORDER BY number"
            ).map { row in
                PlannedChunk(
                    index: row["number"],
                    periodStart: UnixTime(row["period_start"]),
                    periodEnd: UnixTime(row["period_end"])
                )
            }
        }
    }

    package func keys(ofChunk index: Int) async throws(StoreError) -> [DiagnosisKey] {
        try await database.read { db in
            try fetchKeys("FROM diagnosis_key WHERE chunk = ? ORDER BY key_data", [index], db)
        }
    }

    package func paddingKeys(
        ofChunk index: Int
    ) async throws(StoreError) -> Set<TemporaryExposureKey.KeyData> {
        try await database.read { db in
            let sql = "SELECT key_data FROM diagnosis_key WHERE chunk = ? AND is_padding = 1"
            return Set(
                try Data.fetchAll(db, sql: sql, arguments: [index]).map { bytes in
                    guard let keyData = try? TemporaryExposureKey.KeyData(Array(bytes)) else {
                        throw StoreError.damagedRow(table: "diagnosis_key")
                    }
                    return keyData
                }
            )
        }
    }

    package func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool {
        try await database.write(patience: nil) { db in
            try db.execute(
                sql: """
                    UPDATE chunk SET object_name = :name, size = :size, digest = :digest
                    WHERE number = :number AND object_name IS NULL
                    AND NOT EXISTS (SELECT 1 FROM chunk WHERE number < :number AND object_name IS NULL)
                    """,
                arguments: [
                    "name": chunk.objectName, "size": chunk.size, "digest": chunk.digest.asData, "number": chunk.index,
                ]
            )
            return db.changesCount == 1
        }
    }

    package func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
        try database.readAtOnce { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT (\(Self.firstOffered)) AS oldest,
                        (SELECT number FROM chunk WHERE object_name IS NOT NULL ORDER BY number DESC LIMIT 1) AS newest
                        """
                ),
                arguments: ["since": now.advanced(bySeconds: -retention).seconds]
            )
            guard let oldest = row?["oldest"] as Int?, let newest = row?["newest"] as Int? else {
                return nil
            }
            return oldest...newest
        }
    }

    package func offeredChunk(
        _ index: Int,
        now: UnixTime,
        retention: Int64
    ) async throws(StoreError) -> PublishedChunk? {
        try database.readAtOnce { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT number, retires_from, object_name, size, digest FROM chunk
                        WHERE number = :number AND object_name IS NOT NULL AND number >= (\(Self.firstOffered))
                        """
                ),
                arguments: ["number": index, "since": now.advanced(bySeconds: -retention).seconds]
            ).map { row in
                PublishedChunk(
                    index: row["number"],
                    retiresFrom: UnixTime(row["retires_from"]),
                    objectName: row["object_name"],
                    size: row["size"],
                    digest: Array(row["digest"] as Data)
                )
            }
        }
    }

    /// The oldest chunk on offer; null if there is none.
    ///
    /// Newer chunks stay on offer, whatever their own age: phones receive only an index range without gaps.
    static let firstOffered = """
        SELECT number FROM chunk WHERE object_name IS NOT NULL AND retires_from > :since ORDER BY number LIMIT 1
        """

    package func objectNames() async throws(StoreError) -> Set<String> {
        try await database.read { db in
            try String.fetchSet(db, sql: "SELECT object_name FROM chunk WHERE object_name IS NOT NULL")
        }
    }
}

// MARK: - Steps of planning

extension SQLiteChunks {
    /// The condition for keys whose embargo has ended and whose retention has not; the arguments are `now` and
    /// `now - retention`.
    ///
    /// The sign prevents SQLite from using the index over `chunk`: reading all pending keys is faster in the table's
    /// order.
    private static let isPending = """
        +chunk IS NULL AND releasable_at <= :now AND (rolling_start + rolling_period) * 600 > :oldest
        """

    private func pendingArguments(_ rules: ChunkRules, _ now: UnixTime) -> StatementArguments {
        ["now": now.seconds, "oldest": now.advanced(bySeconds: -rules.retention).seconds]
    }

    /// The pending keys in the order of their bytes. Each takes 16 bytes of memory.
    private func pendingKeys(rules: ChunkRules, now: UnixTime, _ db: Database) throws -> [Bytes16] {
        let cursor = try Row.fetchCursor(
            db,
            sql: "SELECT key_data FROM diagnosis_key WHERE \(Self.isPending) ORDER BY key_data",
            arguments: pendingArguments(rules, now)
        )
        var keys: [Bytes16] = []
        while let row = try cursor.next() {
            keys.append(try Self.keyBytes(row))
        }
        return keys
    }

    private func heldRuns(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT held_runs FROM publication_state") ?? 0
    }

    private func periods(count: Int, rules: ChunkRules, now: UnixTime, _ db: Database) throws -> [ChunkPeriod] {
        var last = try Int64.fetchOne(db, sql: "SELECT last_period_end FROM publication_state")
        if let end = last, end > now.seconds {
            let sql = "SELECT max(period_end) FROM chunk WHERE period_end <= ?"
            last = try Int64.fetchOne(db, sql: sql, arguments: [now.seconds])
        }
        return try ChunkPeriod.following(
            last.map { UnixTime($0) } ?? now.advanced(bySeconds: -rules.firstPeriod),
            count: count,
            now: now
        ) { period in
            let sql = "SELECT EXISTS (SELECT 1 FROM chunk WHERE period_start = ? AND period_end = ?)"
            return try Bool.fetchOne(db, sql: sql, arguments: [period.start.seconds, period.end.seconds]) == true
        }
    }

    /// Adds a chunk with the next index.
    private func addChunk(_ period: ChunkPeriod, _ db: Database) throws -> Int {
        let index = try (Int.fetchOne(db, sql: "SELECT last_chunk FROM publication_state") ?? 0) + 1
        try db.execute(
            sql: "INSERT INTO chunk (number, period_start, period_end, retires_from) VALUES (?, ?, ?, ?)",
            arguments: [index, period.start.seconds, period.end.seconds, period.end.seconds]
        )
        try db.execute(
            sql: "UPDATE publication_state SET last_chunk = ?, last_period_end = ?",
            arguments: [index, period.end.seconds]
        )
        return index
    }

    /// Puts the pending keys of a range into a chunk.
    private func fill(
        _ chunk: Int,
        from first: Bytes16,
        through last: Bytes16,
        rules: ChunkRules,
        now: UnixTime,
        _ db: Database
    ) throws {
        try db.cachedStatement(
            // If the statement fails, the transaction fails, so SQLite need not keep copies for this statement alone.
            sql: """
                UPDATE OR FAIL diagnosis_key SET chunk = :chunk, releasable_at = NULL
                WHERE key_data BETWEEN :first AND :last AND \(Self.isPending)
                """
        ).execute(
            arguments: pendingArguments(rules, now)
                &+ ["chunk": chunk, "first": first.bytes.asData, "last": last.bytes.asData]
        )
    }

    private func pendingDiagnosisKeys(rules: ChunkRules, now: UnixTime, _ db: Database) throws -> [DiagnosisKey] {
        let source = "FROM diagnosis_key WHERE \(Self.isPending) ORDER BY key_data"
        return try fetchKeys(source, pendingArguments(rules, now), db)
    }

    private func fetchKeys(
        _ source: String,
        _ arguments: StatementArguments,
        _ db: Database
    ) throws -> [DiagnosisKey] {
        let cursor = try Row.fetchCursor(
            db,
            sql: "SELECT key_data, rolling_start, rolling_period, transmission_risk_level \(source)",
            arguments: arguments
        )
        var keys: [DiagnosisKey] = []
        while let row = try cursor.next() {
            keys.append(try Self.diagnosisKey(row))
        }
        return keys
    }

    /// Reads a row of `fetchKeys`. Columns are read by position, because a million lookups of names take longer than
    /// all other work.
    private static func diagnosisKey(_ row: Row) throws -> DiagnosisKey {
        guard
            let rollingStart = UInt32(exactly: row[1] as Int64),
            let key = try? TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(keyBytes(row)),
                rollingStart: IntervalNumber(rollingStart),
                rollingPeriod: row[2]
            )
        else {
            throw damagedKey
        }
        return DiagnosisKey(key: key, transmissionRiskLevel: row[3])
    }

    /// The first column of a row.
    private static func keyBytes(_ row: Row) throws -> Bytes16 {
        // The bytes belong to SQLite and are read before the next row, without a copy.
        let bytes = try row.withUnsafeData(atIndex: 0) { $0.flatMap(Bytes16.init(ofData:)) }
        guard let bytes else {
            throw damagedKey
        }
        return bytes
    }

    private static let damagedKey = StoreError.damagedRow(table: "diagnosis_key")
}

extension Bytes16 {
    /// Nil unless `data` holds exactly sixteen bytes.
    fileprivate init?(ofData data: Data) {
        guard data.count == Self.count else {
            return nil
        }
        // SAFETY: both words lie within the sixteen bytes.
        self.init(
            words: unsafe data.withUnsafeBytes { bytes in
                (
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                    low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        )
    }
}
