/// One kind of repair in one table.
package struct RepairStep: Sendable {
    package let table: String
    /// The error and its repair.
    package let description: String
    /// Runs the repair and returns the number of changed rows.
    package let run: @Sendable (RepairMoment, SQLSession) throws -> Int

    package init(
        _ table: String,
        _ description: String,
        run: @escaping @Sendable (RepairMoment, SQLSession) throws -> Int
    ) {
        self.table = table
        self.description = description
        self.run = run
    }

    /// A step of one statement. The statement may name the parameters of a `RepairMoment`.
    package init(_ table: String, _ description: String, sql: String) {
        self.init(table, description) { moment, db in try moment.execute(sql, db) }
    }
}
