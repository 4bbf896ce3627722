package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
import GAENCore
import GRDB
package import Persistence
package import SQLiteEngine

/// Accepted uploads in SQLite. One transaction consumes the right and stores everything.
package struct SQLiteUploads: UploadStore {
    private let database: SQLiteDatabase
    private let steps: any StepObserver

    package init(_ database: SQLiteDatabase, steps: any StepObserver = NoStepObserver()) {
        self.database = database
        self.steps = steps
    }

    package func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            guard let onset = try SQLiteUploadRights.onsetOfLiveRight(identifier, now: now, db) else {
                return false
            }
            try markConsumed(identifier, now: now, db)
            steps.reached(.rightConsumed)
            try insert(content(onset), db)
            return true
        }
    }

    package func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError) {
        try await database.rehearse { db in
            let onset = try SQLiteUploadRights.onsetOfLiveRight(identifier, now: now, db)
            try markConsumed(identifier, now: now, db)
            try insert(content(onset ?? now.utcDay), db)
        }
    }

    private func markConsumed(_ identifier: RightIdentifier, now: UnixTime, _ db: Database) throws {
        let statement = try db.cachedStatement(
            // Only the day of a used right is kept. A finer time would link it to rows that were written at that
            // moment.
            sql: "UPDATE upload_right SET consumed_on = ?, symptoms_started_on = NULL, expires_at = NULL WHERE mac = ?"
        )
        try statement.execute(arguments: [now.utcDay.daysSinceEpoch, identifier.mac.asData])
    }

    private func insert(_ content: UploadContent, _ db: Database) throws {
        // The keys are sorted by their random bytes, so that even the order of writing does not show which key came
        // first.
        let keys = content.keys.sorted { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO diagnosis_key
                (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (key_data) DO NOTHING
                """
        )
        for key in keys {
            try statement.execute(arguments: [
                key.diagnosisKey.key.keyData.exposedBytes.asData, key.diagnosisKey.key.rollingStart.rawValue,
                key.diagnosisKey.key.rollingPeriod, key.diagnosisKey.transmissionRiskLevel, key.releasableAt.seconds,
            ])
        }
        let entry = content.inboxEntry
        try db.cachedStatement(
            sql: """
                INSERT INTO analytics_inbox (identifier, received_on, province, epidemiological_info)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [
            entry.identifier.bytes.asData, entry.receivedOn.daysSinceEpoch, entry.province,
            entry.epidemiologicalInfo.asData,
        ])
    }
}
