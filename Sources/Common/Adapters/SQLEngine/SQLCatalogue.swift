/// The tables of a database, as its engine describes them.
package struct SQLCatalogue: Sendable {
    /// A table and its columns.
    package struct Table: Sendable, Equatable {
        package let name: String
        package let columns: [String]
        /// The columns of the primary key, in its order.
        package let key: [String]
        /// The tables that its rows refer to.
        package let parents: Set<String>
    }

    /// Each after the tables that it refers to, otherwise by name.
    package let tables: [Table]

    package init(_ db: SQLSession) throws {
        let names = try String.fetchAll(db, sql: Self.tableNames(db.dialect)).filter { !Self.enginesOwn.contains($0) }
        var left = try names.sorted().map { name in
            let (columns, key, parents) = Self.questions(db.dialect)
            return Table(
                name: name,
                columns: try String.fetchAll(db, sql: columns, arguments: [name]),
                key: try String.fetchAll(db, sql: key, arguments: [name]),
                parents: try String.fetchSet(db, sql: parents, arguments: [name])
            )
        }
        var ordered: [Table] = []
        while let next = left.firstIndex(where: { $0.parents.isSubset(of: ordered.map(\.name)) }) {
            ordered.append(left.remove(at: next))
        }
        tables = ordered + left
    }

    /// The columns of text whose order depends on the server's language. SQLite has none.
    static func textColumns(of table: String, _ db: SQLSession) throws -> Set<String> {
        guard db.dialect == .postgres else {
            return []
        }
        return try String.fetchSet(
            db,
            sql: """
                SELECT column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = ? AND data_type = 'text'
                """,
            arguments: [table]
        )
    }

    /// What an engine keeps beside the stores' tables.
    private static let enginesOwn: Set = ["grdb_migrations", "sqlite_sequence", "migration", "lease"]

    private static func tableNames(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'"
        case .postgres: "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
        }
    }

    private static func questions(_ dialect: SQLDialect) -> (columns: String, key: String, parents: String) {
        switch dialect {
        case .sqlite:
            (
                "SELECT name FROM pragma_table_info(?) ORDER BY cid",
                "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
                "SELECT \"table\" FROM pragma_foreign_key_list(?)"
            )
        case .postgres:
            (
                """
                SELECT column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position
                """,
                """
                SELECT attname::text FROM pg_index
                CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
                JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
                WHERE indrelid = quote_ident(?)::regclass AND indisprimary ORDER BY place
                """,
                """
                SELECT relname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
                WHERE conrelid = quote_ident(?)::regclass AND contype = 'f'
                """
            )
        }
    }
}
