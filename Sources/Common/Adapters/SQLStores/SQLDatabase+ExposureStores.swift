package import DiagnosisKeyStores
package import Persistence
package import SQLEngine

extension SQLDatabase {
    /// The stores of the exposure database.
    package func exposureStores(steps: any StepObserver = NoStepObserver()) -> ExposureStores {
        ExposureStores(
            rights: SQLUploadRights(self),
            uploads: SQLUploads(self, steps: steps),
            retention: SQLRetention(self),
            inbox: SQLAnalyticsInbox(self)
        ) { SQLChunks(self, of: $0) }
    }
}
