package import ClockPorts
package import DiagnosisKeyStores
package import OperatorStores
package import SettingsStores

/// Makes the stores that systems share. A database is opened, and its schema brought up to date, when one of its stores is
/// first asked for: a process that only serves settings never makes a database of keys.
package protocol StoreFactory: Sendable {
    func exposures() throws -> ExposureStores
    func settings() throws -> any SettingsHistoryStore
    func operators() throws -> any OperatorStore

    /// Whether there is such a database already.
    func has(_ database: DatabaseName) -> Bool
    /// The databases that are there and remember which time is plausible.
    func guardedDatabases() -> [DatabaseName]
    func timeTrust(of database: DatabaseName) throws -> any TimeTrustStore
    /// What puts right the databases that are there.
    func clockRepairs() throws -> [(database: DatabaseName, repair: any ClockRepairing)]

    /// Makes all databases, or brings their form and schemas up to date.
    ///
    /// - Returns: the names of the files that keep their old form, because another process has them open.
    func migrate() throws -> [String]
    /// Closes the databases; work under way ends first. No store may be used afterwards.
    func close() throws
}

/// The engine that keeps what the stores are given. A system with stores of its own makes them for each engine.
package enum StoreEngine: Sendable {
    case sqlite(SQLiteStoreFactory)

    /// What makes the stores that systems share.
    package var stores: any StoreFactory {
        switch self {
        case .sqlite(let factory): factory
        }
    }
}
