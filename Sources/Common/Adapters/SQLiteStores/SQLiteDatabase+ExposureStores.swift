package import DiagnosisKeyStores
package import Persistence
package import SQLiteEngine

extension SQLiteDatabase {
    /// The stores of the exposure database.
    package func exposureStores(steps: any StepObserver = NoStepObserver()) -> ExposureStores {
        ExposureStores(
            rights: SQLiteUploadRights(self),
            uploads: SQLiteUploads(self, steps: steps),
            retention: SQLiteRetention(self),
            inbox: SQLiteAnalyticsInbox(self)
        ) { SQLiteChunks(self, of: $0) }
    }
}
