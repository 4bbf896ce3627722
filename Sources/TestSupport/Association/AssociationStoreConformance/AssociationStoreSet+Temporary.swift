package import AssociationPorts
import SQLAssociationStores
package import SQLiteTesting

extension AssociationStoreSet {
    /// The stores on new databases, which end with them.
    ///
    /// - Parameter fault: a mistake in their statements.
    package static func temporary(fault: SQLFault? = nil) async throws -> AssociationStoreSet {
        let database = try await TemporaryDatabase(.association, fault: fault)
        return database.associationStores(indexes: try await TemporaryDatabase(.associationIndex, fault: fault))
    }
}
