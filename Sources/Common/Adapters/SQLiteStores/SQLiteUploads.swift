package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
import GAENCore
import GRDB
package import Persistence
package import SQLiteEngine

/// Accepted uploads in SQLite. One transaction consumes the right and stores everything.
package struct SQLiteUploads<Consumer: SQLiteRightConsumer>: UploadStore {
    private let database: SQLiteDatabase
    private let consumer: Consumer
    private let steps: any StepObserver

    /// - Parameter consumer: consumes the rights of the system that receives the uploads.
    package init(_ database: SQLiteDatabase, consumer: Consumer, steps: any StepObserver = NoStepObserver()) {
        self.database = database
        self.consumer = consumer
        self.steps = steps
    }

    package func consume(
        _ claim: Consumer.Claim,
        now: UnixTime,
        storing content: @escaping @Sendable (Consumer.Evidence) -> UploadContent
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            switch try consumer.consume(claim, now: now, db) {
            case .consumed(let evidence):
                steps.reached(.rightConsumed)
                try insert(content(evidence), db)
                return true
            case .repeated: return true
            case .refused: return false
            }
        }
    }

    package func rehearse(
        _ claim: Consumer.Claim,
        now: UnixTime,
        storing content: @escaping @Sendable (Consumer.Evidence) -> UploadContent
    ) async throws(StoreError) {
        try await database.rehearse { db in
            try insert(content(consumer.rehearse(claim, now: now, db)), db)
        }
    }
}

extension SQLiteUploads<SQLiteUploadRights> {
    /// Uploads of a system whose rights are those of `SQLiteUploadRights`.
    package init(_ database: SQLiteDatabase, steps: any StepObserver = NoStepObserver()) {
        self.init(database, consumer: SQLiteUploadRights(database), steps: steps)
    }
}

// MARK: - The content

extension SQLiteUploads {
    private func insert(_ content: UploadContent, _ db: Database) throws {
        var numbers = SequenceNumbers()
        // The keys are sorted by their random bytes, so that even the order of writing does not show which key came
        // first.
        for key in content.keys.sorted(by: { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }) {
            try insert(key, &numbers, db)
        }
        guard let entry = content.inboxEntry else {
            return
        }
        try db.cachedStatement(
            sql: "INSERT INTO analytics_inbox (identifier, received_on, area, content) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [
            entry.identifier.bytes.asData, entry.receivedOn.daysSinceEpoch, entry.area, entry.content.asData,
        ])
    }

    /// Stores a key in its sequences, unless it is stored already. Somebody else may send the bytes of a published key,
    /// and must not bring it into further sequences.
    private func insert(_ stored: StoredKey, _ numbers: inout SequenceNumbers, _ db: Database) throws {
        let key = stored.diagnosisKey
        var statement = try db.cachedStatement(sql: Self.insertion + Self.unlessStored)
        for release in stored.releases {
            try statement.execute(arguments: [
                key.key.keyData.exposedBytes.asData, numbers.number(of: release.sequence, db),
                key.key.rollingStart.rawValue, key.key.rollingPeriod, key.transmissionRiskLevel,
                key.reportType?.rawValue, key.daysSinceOnsetOfSymptoms, stored.countries?.origin.description,
                stored.countries?.visitedText, release.releasableAt.seconds,
            ])
            guard db.changesCount == 1 else {
                return
            }
            statement = try db.cachedStatement(sql: Self.insertion)
        }
    }

    private static var insertion: String {
        """
        INSERT INTO diagnosis_key (
            key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
            origin, visited_countries, releasable_at
        ) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
        """
    }

    private static var unlessStored: String {
        " WHERE NOT EXISTS (SELECT 1 FROM diagnosis_key WHERE key_data = ?1)"
    }
}
