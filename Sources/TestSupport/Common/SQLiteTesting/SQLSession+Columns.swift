package import SQLEngine

extension SQLSession {
    /// The names of a table's columns in SQLite, sorted.
    package func columnNames(of table: String) throws -> [String] {
        try String.fetchAll(self, sql: "SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
    }
}
