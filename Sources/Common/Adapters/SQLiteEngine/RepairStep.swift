package import GRDB

/// One kind of repair in one table.
package struct RepairStep: Sendable {
    package let table: String
    /// What was wrong, and what becomes of it.
    package let description: String
    /// Returns how many rows it changed.
    package let run: @Sendable (RepairMoment, Database) throws -> Int

    package init(
        _ table: String,
        _ description: String,
        run: @escaping @Sendable (RepairMoment, Database) throws -> Int
    ) {
        self.table = table
        self.description = description
        self.run = run
    }

    /// A step of one statement, which may name the parameters of a `RepairMoment`.
    package init(_ table: String, _ description: String, sql: String) {
        self.init(table, description) { moment, db in try moment.execute(sql, db) }
    }
}
