extension SQLiteSchema {
    /// Released cubes, the ledger that they are, and the audit log. Triggers keep them as they were made, whoever opens the
    /// database: a release that could be forgotten could be made again, and the noise be averaged away.
    static let releaseTables = """
        CREATE TABLE release (
            id INTEGER NOT NULL PRIMARY KEY,
            statistic TEXT NOT NULL CHECK (statistic IN ('working', 'notified', 'exposure-age', 'epidemiological')),
            day INTEGER NOT NULL,
            renewal INTEGER NOT NULL CHECK (renewal >= 0),
            epsilon_millionths INTEGER NOT NULL CHECK (epsilon_millionths >= 1),
            sensitivity INTEGER NOT NULL CHECK (sensitivity >= 1),
            released_on INTEGER NOT NULL,
            UNIQUE (statistic, day, renewal)
        ) STRICT;

        CREATE TABLE released_leaf (
            release INTEGER NOT NULL REFERENCES release (id),
            leaf TEXT NOT NULL,
            value INTEGER NOT NULL,
            PRIMARY KEY (release, leaf)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE release_start (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            day INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE audit_entry (
            id INTEGER NOT NULL PRIMARY KEY,
            made_at INTEGER NOT NULL,
            operator TEXT NOT NULL CHECK (operator <> ''),
            reason TEXT NOT NULL CHECK (reason <> ''),
            subject TEXT NOT NULL CHECK (subject <> '')
        ) STRICT;

        """ + ["release", "released_leaf", "audit_entry"].map(keptTriggers).joined(separator: "\n")

    private static func keptTriggers(_ table: String) -> String {
        ["update", "delete"].map { change in
            """
            CREATE TRIGGER \(table)_no_\(change) BEFORE \(change.uppercased()) ON \(table)
                BEGIN SELECT RAISE(ABORT, 'kept for good'); END;
            """
        }.joined(separator: "\n")
    }
}
