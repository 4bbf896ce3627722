package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Accepted uploads. One transaction consumes the right and stores everything.
///
/// Two uploads at the same time see each other only in the rows that both change: the same right, the same mark of an
/// upload, or the same key in the same sequence. Other rows that they read may change meanwhile: a key that both have
/// never seen is then stored in the sequences of both.
package struct SQLUploads<Consumer: SQLRightConsumer>: UploadStore {
    private let database: any SQLDatabase
    private let consumer: Consumer
    private let steps: any StepObserver

    /// - Parameter consumer: consumes the rights of the system that receives the uploads.
    package init(_ database: any SQLDatabase, consumer: Consumer, steps: any StepObserver = NoStepObserver()) {
        self.database = database
        self.consumer = consumer
        self.steps = steps
    }

    package func consume(
        _ claim: Consumer.Claim,
        now: UnixTime,
        storing content: @escaping @Sendable (Consumer.Evidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool {
        try await database.write(isolation: .changedRows) { db in
            try db.waitForDisk()
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
        storing content: @escaping @Sendable (Consumer.Evidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) {
        try await database.rehearse(isolation: .changedRows) { db in
            try insert(content(consumer.rehearse(claim, now: now, db)), db)
        }
    }
}

extension SQLUploads<SQLUploadRights> {
    /// Uploads of a system whose rights are those of `SQLUploadRights`.
    package init(_ database: any SQLDatabase, steps: any StepObserver = NoStepObserver()) {
        self.init(database, consumer: SQLUploadRights(database), steps: steps)
    }
}

extension SQLUploads {
    private func insert(_ content: UploadContent, _ db: SQLSession) throws {
        try SQLKeyWriter.insert(content.keys, db)
        guard let entry = content.inboxEntry else {
            return
        }
        try db.cachedStatement(
            sql: "INSERT INTO analytics_inbox (identifier, received_on, area, content) VALUES (?, ?, ?, ?)"
        ).executeSoon(arguments: [
            entry.identifier.bytes.asData, entry.receivedOn.daysSinceEpoch, entry.area, entry.content.asData,
        ])
    }
}
