package import ClockPorts
package import DiagnosisKeyStores
package import OperatorStores
package import Persistence
package import SQLEngine

/// Makes the stores that systems share. The first use of a store opens its database and brings the schema up to date. A
/// process that only serves settings therefore never makes a database of keys.
package protocol StoreFactory: Sendable {
    func exposures() throws -> ExposureStores
    func settings() throws -> any SettingsHistoryStore
    func operators() throws -> any OperatorStore
    /// The database, opened at its first use. A system makes the stores of its own tables from it.
    func database(_ name: DatabaseName) throws -> any SQLDatabase

    /// Whether this database exists.
    func has(_ database: DatabaseName) -> Bool
    /// The existing databases that record which time is plausible.
    func guardedDatabases() -> [DatabaseName]
    func timeTrust(of database: DatabaseName) throws -> any TimeTrustStore
    /// The repairs of the existing databases.
    func clockRepairs() throws -> [(database: DatabaseName, repair: any ClockRepairing)]

    /// Makes all databases, or brings their file format and schemas up to date.
    ///
    /// - Returns: the names of the files that keep their old format, because another process has them open.
    func migrate() throws -> [String]
    /// Closes the databases; work under way ends first. No store may be used afterwards.
    func close() throws
}
