package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
package import GAENCore
package import Persistence
package import SQLEngine

/// The TEK Chunks of one sequence.
package struct SQLChunks: ChunkStore {
    private let database: any SQLDatabase
    private let sequence: SequenceName

    package init(_ database: any SQLDatabase, of sequence: SequenceName = .main) {
        self.database = database
        self.sequence = sequence
    }

    package func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
    ) async throws(StoreError) -> Int {
        try await database.writeAlone { db in
            var numbers = SequenceNumbers()
            let planner = try SQLChunkPlanner(
                db: db,
                number: numbers.number(of: sequence, db),
                followers: rules.followers.map { try numbers.number(of: $0, db) },
                leader: rules.leader.map { try numbers.number(of: $0, db) },
                rules: rules,
                now: now,
                padding: padding
            )
            return try planner.plan()
        }
    }

    package func plannedChunks() async throws(StoreError) -> [PlannedChunk] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT * FROM (
                        SELECT number, period_start, period_end, object_name,
                        row_number() OVER (PARTITION BY period_start, period_end ORDER BY number) AS batch,
                        count(*) OVER (PARTITION BY period_start, period_end) AS batches
                        FROM chunk WHERE sequence = \(Self.number)
                    ) AS batch WHERE object_name IS NULL ORDER BY number
                    """,
                arguments: ["sequence": sequence.description]
            ).map { row in
                PlannedChunk(
                    index: row["number"],
                    periodStart: UnixTime(row["period_start"]),
                    periodEnd: UnixTime(row["period_end"]),
                    batchNumber: row["batch"],
                    batchCount: row["batches"]
                )
            }
        }
    }

    package func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent {
        try await database.read { db in
            guard let chunk = try keys(of: index, db) else {
                return ChunkContent()
            }
            return try SQLKeyRow.fetchContent("\(chunk.source) ORDER BY key_data", chunk.arguments, db)
        }
    }

    package func countries(
        ofChunk index: Int
    ) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries] {
        try await database.read { db in
            guard let chunk = try keys(of: index, db) else {
                return [:]
            }
            return try SQLKeyRow.fetchCountries(chunk.source, chunk.arguments, db)
        }
    }

    package func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: """
                    UPDATE chunk SET object_name = :name, size = :size, digest = :digest
                    WHERE sequence = \(Self.number) AND number = :number AND object_name IS NULL
                    AND NOT EXISTS (
                        SELECT 1 FROM chunk WHERE sequence = \(Self.number) AND number < :number AND object_name IS NULL
                    )
                    """,
                arguments: [
                    "sequence": sequence.description, "name": chunk.objectName, "size": chunk.size,
                    "digest": chunk.digest.asData, "number": chunk.index,
                ]
            )
            return db.changesCount == 1
        }
    }

    package func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            guard let number = try SequenceNumbers.find(sequence, db) else {
                return 0
            }
            let oldest = now.advanced(bySeconds: -retention)
            return try SQLRetention.deleteRetiredChunks(of: number, since: oldest, db).count
        }
    }

    package func objectNames() async throws(StoreError) -> Set<String> {
        try await database.read { db in
            let sql = "SELECT object_name FROM chunk WHERE sequence = \(Self.number) AND object_name IS NOT NULL"
            return try String.fetchSet(db, sql: sql, arguments: ["sequence": sequence.description])
        }
    }

    /// The number of the sequence `:sequence`. It is null if nothing was ever stored in it.
    private static let number = "(SELECT id FROM publication_state WHERE sequence = :sequence)"

    /// The keys of a chunk; nil if nothing was ever stored in the sequence.
    private func keys(of chunk: Int, _ db: SQLSession) throws -> SQLKeysOfChunk? {
        try SequenceNumbers.find(sequence, db).map { try SQLKeysOfChunk(chunk, of: $0, db) }
    }
}

// MARK: - The offer

extension SQLChunks {
    package func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
        try await database.readAtOnce { db in
            let row = try SQLRow.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT (\(Self.firstOffered("id"))) AS oldest, (
                            SELECT number FROM chunk WHERE sequence = id AND object_name IS NOT NULL
                            ORDER BY number DESC LIMIT 1
                        ) AS newest FROM publication_state WHERE sequence = :sequence
                        """
                ),
                arguments: ["sequence": sequence.description, "since": now.advanced(bySeconds: -retention).seconds]
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
        try await database.readAtOnce { db in
            try SQLRow.fetchOne(
                db.cachedStatement(sql: "\(Self.offered) AND number = :number"),
                arguments: [
                    "sequence": sequence.description, "number": index,
                    "since": now.advanced(bySeconds: -retention).seconds,
                ]
            ).map(PublishedChunk.init)
        }
    }

    package func offeredChunks(now: UnixTime, retention: Int64) async throws(StoreError) -> [PublishedChunk] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "\(Self.offered) ORDER BY number",
                arguments: ["sequence": sequence.description, "since": now.advanced(bySeconds: -retention).seconds]
            ).map(PublishedChunk.init)
        }
    }

    /// The rows of the chunks on offer.
    private static let offered = """
        SELECT number, period_end, retires_from, object_name, size, digest FROM chunk
        WHERE sequence = \(number) AND object_name IS NOT NULL
        AND number >= (\(firstOffered(number)))
        """

    /// The oldest chunk on offer of the sequence with the number `number`; null if there is none.
    ///
    /// Newer chunks stay on offer, whatever their own age: phones receive only an index range without gaps.
    static func firstOffered(_ number: String) -> String {
        """
        SELECT number FROM chunk AS offered WHERE offered.sequence = \(number) AND object_name IS NOT NULL
        AND retires_from > :since ORDER BY number LIMIT 1
        """
    }
}

extension PublishedChunk {
    fileprivate init(_ row: SQLRow) {
        self.init(
            index: row["number"],
            periodEnd: UnixTime(row["period_end"]),
            retiresFrom: UnixTime(row["retires_from"]),
            objectName: row["object_name"],
            size: row["size"],
            digest: Array(row["digest"] as Data)
        )
    }
}
