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
        package let migrations: [Migration]
        /// The tables whose rows must not tell when they arrived.
        package let forgetful: [Forgetful]

        package init(migrations: [Migration] = [], forgetful: [Forgetful] = []) {
            self.migrations = migrations
            self.forgetful = forgetful
        }
    }

    /// A step of the tables in PostgreSQL. Programs of two versions may use the database at the same time, so a step
    /// says which older programs still work after it.
    package struct Migration: Sendable {
        package let name: String
        package let statements: [String]
        /// A program works with the tables after this step if it knows the step of this name.
        package let oldest: String

        /// A step after which no older program works: the first one, or one that takes something away that older
        /// programs need.
        package init(_ name: String, _ statements: [String]) {
            self.init(name, statements, worksWith: name)
        }

        /// A step after which older programs work.
        ///
        /// - Parameter oldest: the newest step that such a program must know. For a step that only adds something, it
        ///   is the newest step of the last release: programs of that release know none of those that came later. For a
        ///   step that takes something away, it is the step since which no program needs it.
        package init(_ name: String, _ statements: [String], worksWith oldest: String) {
            self.name = name
            self.statements = statements
            self.oldest = oldest
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
