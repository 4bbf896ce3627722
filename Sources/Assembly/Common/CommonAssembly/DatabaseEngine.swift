package import PostgresEngine
package import SQLEngine

/// The place of a realm's databases: files of a folder, or a server.
package protocol DatabaseEngine: Sendable {
    /// Whether the database exists. A place that cannot be reached has none.
    func isThere(_ content: SQLContent) -> Bool
    /// Opens the database, or makes it, and brings its schema up to date.
    func open(_ content: SQLContent) throws -> any SQLDatabase
    /// A look at the database, without making or changing anything.
    func inspection(of content: SQLContent) -> any SQLInspection
    /// Throws if this version cannot use one of the existing databases, or if a missing one could not be made. Makes
    /// and changes nothing.
    func check(_ contents: [SQLContent]) throws
    /// Brings the format of databases up to date, before any of them is opened.
    ///
    /// - Returns: the names of those that keep their old format, because another process has them open.
    func convert(_ contents: [SQLContent]) throws -> [String]
    /// The meaning of the server's settings for the data; nil for files.
    func serverFacts() throws -> PostgresServerFacts?
}

extension RealmSettings {
    /// A look at a database of the realm; nil if it does not exist.
    package func inspection(of content: SQLContent) throws -> (any SQLInspection)? {
        let engine = Realm.engine(self)
        return engine.isThere(content) ? engine.inspection(of: content) : nil
    }
}
