/// Why a store could not do its work. The cause is for operators' logs; it never holds a value of a row.
public enum StoreError: Error, Equatable {
    /// The database cannot be reached, is full, locked or damaged; nothing was changed.
    case unavailable(reason: String)
    /// The database was made by a newer version, or `avviso migrate` has not run.
    case unsupportedSchema(found: String)
    /// A row holds what no version of the software writes.
    case damagedRow(table: String)
}
