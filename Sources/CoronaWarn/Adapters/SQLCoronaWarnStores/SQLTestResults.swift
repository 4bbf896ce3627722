package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// The results of tests.
package struct SQLTestResults: TestResultStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }
}

// MARK: - Questions

extension SQLTestResults {
    package func result(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> StoredTestResult {
        try await database.write { db in
            try db.waitForDisk()
            return try Self.askedResult(of: identifier, StoredTestResult(askedAt: now), now: now, db)
        }
    }

    package func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) {
        try await database.rehearse { db in
            _ = try Self.askedResult(of: identifier, StoredTestResult(askedAt: now), now: now, db)
        }
    }

    package func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier> {
        try await database.read { db in
            let statement = try db.makeStatement(
                sql: "SELECT 1 FROM test_result WHERE identifier = ? AND owner IS NOT NULL"
            )
            return Set(try identifiers.filter { try Int.fetchOne(statement, arguments: [$0.exposedText]) != nil })
        }
    }

    package func result(
        of identifier: TestIdentifier,
        kind: TestKind,
        sampleCollection: Int?,
        for laboratory: String,
        now: UnixTime
    ) async throws(StoreError) -> StoredTestResult? {
        let pending = StoredTestResult(
            askedAt: now,
            code: TestResultCode(kind: kind, outcome: .pending),
            sampleCollection: sampleCollection
        )
        return try await database.write { db in
            let stored = try Self.askedResult(of: identifier, pending, now: now, db)
            guard stored.owner == nil || stored.owner == laboratory else {
                return nil
            }
            return stored
        }
    }

    /// The stored result; an unknown test gets the row `asked`.
    private static func askedResult(
        of identifier: TestIdentifier,
        _ asked: StoredTestResult,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> StoredTestResult {
        if let stored = try stored(identifier, db) {
            return stored
        }
        try write(asked, of: identifier, now: now, db)
        return asked
    }
}

// MARK: - Batches

extension SQLTestResults {
    package func store(
        _ batch: ResultBatch,
        from laboratory: String,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome {
        try await database.write { db in
            let changes = try batch.results.map { try Self.change($0, in: batch, from: laboratory, db) }
            let refused = changes.indices.filter { changes[$0] == .refused }
            guard refused.isEmpty else {
                return .refused(lines: refused.map { $0 + 1 })
            }
            for (result, change) in zip(batch.results, changes) where change == .stored {
                let stored = StoredTestResult(
                    code: TestResultCode(kind: batch.kind, outcome: result.outcome),
                    sampleCollection: result.sampleCollection ?? Int(clamping: now.seconds),
                    laboratoryID: batch.laboratoryID,
                    owner: laboratory
                )
                try Self.write(stored, of: result.identifier, now: now, db)
            }
            return .stored
        }
    }

    private static func change(
        _ result: ResultBatch.Result,
        in batch: ResultBatch,
        from laboratory: String,
        _ db: SQLSession
    ) throws -> TestResultChange {
        guard let stored = try stored(result.identifier, db) else {
            return .stored
        }
        guard let owner = stored.owner else {
            // Nobody has sent a result: even the same code makes the laboratory the owner.
            let change = TestResultChange(
                from: stored.code,
                to: TestResultCode(kind: batch.kind, outcome: result.outcome)
            )
            return change == .unchanged ? .stored : change
        }
        guard owner == laboratory else {
            return .refused
        }
        return TestResultChange(from: stored.code, to: TestResultCode(kind: batch.kind, outcome: result.outcome))
    }
}

// MARK: - Retention

extension SQLTestResults {
    package func retain(now: UnixTime, redeemAge: Int64, deleteAge: Int64) async throws(StoreError) -> ResultRetention {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "DELETE FROM test_result WHERE changed_in <= ?",
                arguments: [WholeHours.hour(before: now, by: deleteAge)]
            )
            let deleted = db.changesCount
            // A kind has five codes, from pending to redeemed.
            try db.execute(
                sql: """
                    UPDATE test_result SET code = code / 5 * 5 + 4
                    WHERE changed_in <= ? AND code % 5 BETWEEN 1 AND 3
                    """,
                arguments: [WholeHours.hour(before: now, by: redeemAge)]
            )
            return ResultRetention(redeemed: db.changesCount, deleted: deleted)
        }
    }
}

// MARK: - Rows

extension SQLTestResults {
    private static func stored(_ identifier: TestIdentifier, _ db: SQLSession) throws -> StoredTestResult? {
        let statement = try db.cachedStatement(
            sql: "SELECT code, sample_collection, laboratory_id, owner FROM test_result WHERE identifier = ?"
        )
        guard let row = try SQLRow.fetchOne(statement, arguments: [identifier.exposedText]) else {
            return nil
        }
        guard let code = TestResultCode(code: row["code"]) else {
            throw StoreError.damagedRow(table: "test_result")
        }
        return StoredTestResult(
            code: code,
            sampleCollection: row["sample_collection"],
            laboratoryID: (row["laboratory_id"] as String?).flatMap(LaboratoryID.init),
            owner: row["owner"]
        )
    }

    private static func write(
        _ stored: StoredTestResult,
        of identifier: TestIdentifier,
        now: UnixTime,
        _ db: SQLSession
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO test_result
                (identifier, code, sample_collection, laboratory_id, owner, changed_in) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (identifier) DO UPDATE SET code = excluded.code,
                sample_collection = excluded.sample_collection, laboratory_id = excluded.laboratory_id,
                owner = excluded.owner, changed_in = excluded.changed_in
                """
        ).execute(arguments: [
            identifier.exposedText, stored.code.code, stored.sampleCollection, stored.laboratoryID?.text, stored.owner,
            WholeHours.roundedUp(now),
        ])
    }
}
