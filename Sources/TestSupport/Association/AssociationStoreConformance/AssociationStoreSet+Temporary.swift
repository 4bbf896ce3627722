package import AssociationPorts
import SQLAssociationStores
package import SQLiteTesting

extension AssociationStoreSet {
    /// The stores on new databases, which end with them.
    ///
    /// - Parameter fault: a mistake in their statements.
    package static func temporary(fault: SQLFault? = nil) async throws -> AssociationStoreSet {
        try await temporary(TemporaryDatabase(.association, fault: fault), fault: fault)
    }

    /// The stores on a database whose writes a test counts.
    package static func temporary(_ database: TemporaryDatabase, fault: SQLFault? = nil) async throws
        -> AssociationStoreSet
    {
        database.associationStores(indexes: try await TemporaryDatabase(.associationIndex, fault: fault))
    }
}
