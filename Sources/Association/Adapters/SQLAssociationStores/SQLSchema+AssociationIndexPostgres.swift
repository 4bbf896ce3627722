package import SQLEngine

extension SQLSchema.Postgres {
    /// The index of the phones' names.
    package static let associationIndex = SQLSchema.Postgres(
        migrations: [SQLSchema.Migration("0001-association-index", statements(of: associationIndexTables))],
        forgetful: []
    )

    private static let associationIndexTables = """
        CREATE TABLE client_id_index (
            interval BIGINT NOT NULL PRIMARY KEY,
            entries BYTEA NOT NULL CHECK (length(entries) % 10 = 0)
        )
        """
}
