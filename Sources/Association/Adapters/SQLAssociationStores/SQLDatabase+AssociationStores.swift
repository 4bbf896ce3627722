package import AssociationPorts
package import SQLEngine

extension SQLDatabase {
    /// The stores of the authority, in its database.
    ///
    /// - Parameter indexes: the database of the index.
    package func associationStores(indexes: any SQLDatabase) -> AssociationStoreSet {
        AssociationStoreSet(
            accounts: SQLAccounts(self),
            reports: SQLReports(self),
            inbox: SQLBatchInbox(self),
            cases: SQLCases(self),
            forwarding: SQLForwarding(self),
            boxes: SQLBoxes(self),
            alerts: SQLAlerts(self),
            indexes: SQLClientIDIndexes(indexes),
            traces: self
        )
    }
}
