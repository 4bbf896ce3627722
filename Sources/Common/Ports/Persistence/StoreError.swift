/// The reason why a store failed. The cause is for operators' logs and never holds a value of a row.
public enum StoreError: Error, Equatable {
    /// The database cannot be reached, is full, locked or damaged; nothing was changed.
    case unavailable(reason: String)
    /// The service that keeps the data has given no answer that can be used. The reason names no request.
    case unreachable(reason: String)
    /// The task was cancelled before the store was done; nothing was changed.
    case cancelled
    /// The database was made by a newer version, or `avviso migrate` has not run.
    case unsupportedSchema(found: String)
    /// A row has content that no version of the software writes.
    case damagedRow(table: String)
}

extension StoreError: CustomStringConvertible {
    /// A sentence for an operator.
    public var description: String {
        switch self {
        case .unavailable(let reason) where reason.hasPrefix("PostgreSQL"):
            "the database cannot be used (\(reason)): check that a server of database.url runs, takes writes, and lets "
                + "this user in"
        case .unavailable(let reason):
            "the database cannot be used (\(reason)): check that its folder exists and is writable, and that the disk is "
                + "not full"
        case .unreachable(let reason):
            "the service that keeps the data gives no answer (\(reason)): check that it runs, and its URL, token and "
                + "certificate in the settings"
        case .cancelled:
            "the work was cancelled; nothing was changed"
        case .unsupportedSchema(let found):
            "the database was made by a newer version of avviso (\(found)): run that version, or restore a backup"
        case .damagedRow(let table):
            "the database is damaged: a row of \(table) has a value that no version of avviso writes; restore a backup"
        }
    }
}
