package import DiagnosisKeyStores
package import SQLiteTesting
import SQLStores

extension ExposureStores {
    /// The stores on a new database, which ends with them.
    ///
    /// - Parameter fault: a mistake in their statements.
    package static func temporary(fault: SQLFault? = nil) async throws -> ExposureStores {
        try await TemporaryDatabase(.exposure, fault: fault).exposureStores()
    }
}
