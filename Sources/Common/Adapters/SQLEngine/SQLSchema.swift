/// The tables of one database, as migrations that are never changed once released. Each engine has its own.
package struct SQLSchema: Sendable {
    /// SQLite's.
    package let migrations: [(name: String, sql: String)]
    package let postgres: Postgres

    package init(migrations: [(name: String, sql: String)], postgres: Postgres = Postgres()) {
        self.migrations = migrations
        self.postgres = postgres
    }

    /// The same tables in PostgreSQL.
    package struct Postgres: Sendable {
        package let migrations: [(name: String, statements: [String])]
        /// The tables whose rows must not tell when they arrived.
        package let forgetful: [Forgetful]

        package init(migrations: [(name: String, statements: [String])] = [], forgetful: [Forgetful] = []) {
            self.migrations = migrations
            self.forgetful = forgetful
        }
    }

    /// A table whose rows are written once more in the order of their keys.
    package struct Forgetful: Sendable {
        package let name: String
        /// The columns of its primary key, with commas between them.
        package let key: String

        package init(_ name: String, key: String) {
            self.name = name
            self.key = key
        }
    }
}
