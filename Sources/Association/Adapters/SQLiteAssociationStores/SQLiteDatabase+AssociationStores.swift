package import AssociationStores
package import SQLiteEngine

extension SQLiteDatabase {
    /// The stores of the authority, in its database.
    ///
    /// - Parameter indexes: the database of the index.
    package func associationStores(indexes: SQLiteDatabase) -> AssociationStoreSet {
        AssociationStoreSet(
            accounts: SQLiteAccounts(self),
            reports: SQLiteReports(self),
            inbox: SQLiteBatchInbox(self),
            cases: SQLiteCases(self),
            alerts: SQLiteAlerts(self),
            indexes: SQLiteClientIDIndexes(indexes),
            traces: self
        )
    }
}
