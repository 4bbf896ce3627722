import SQLEngine
extension SQLSchema {
    /// The tables of released cubes, which are also the ledger, and of the audit log. Triggers keep the rows unchanged
    /// for every user of the database. If a release could be deleted, it could be made again, and the noise could be
    /// averaged out.
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

        """
        + [
            keptTriggers(
                "release",
                same: "id = NEW.id OR (statistic, day, renewal) = (NEW.statistic, NEW.day, NEW.renewal)"
            ),
            keptTriggers("released_leaf", same: "(release, leaf) = (NEW.release, NEW.leaf)"),
            keptTriggers("audit_entry", same: "id = NEW.id"), keptTriggers("release_start", same: "id = NEW.id"),
        ].joined(separator: "\n")

    /// - Parameter same: the condition for the row that a new row would replace. REPLACE deletes without running the
    ///   other triggers.
    static func keptTriggers(_ table: String, same: String) -> String {
        """
        CREATE TRIGGER \(table)_no_update BEFORE UPDATE ON \(table)
            BEGIN SELECT RAISE(ABORT, 'kept for good'); END;
        CREATE TRIGGER \(table)_no_delete BEFORE DELETE ON \(table)
            BEGIN SELECT RAISE(ABORT, 'kept for good'); END;
        CREATE TRIGGER \(table)_no_replace BEFORE INSERT ON \(table)
            WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(same))
            BEGIN SELECT RAISE(ABORT, 'kept for good'); END;
        """
    }

    /// Releases of future days are kept like all others, but count as none. The first day can be lowered, because a
    /// clock that was ahead may have set it.
    static let releaseVoids =
        """
        CREATE TABLE release_void (
            release INTEGER NOT NULL PRIMARY KEY REFERENCES release (id),
            made_at INTEGER NOT NULL,
            is_charged INTEGER NOT NULL CHECK (is_charged IN (0, 1))
        ) STRICT;

        """ + keptTriggers("release_void", same: "release = NEW.release") + """

            DROP TRIGGER release_start_no_update;
            CREATE TRIGGER release_start_only_lowered BEFORE UPDATE ON release_start WHEN NEW.day >= OLD.day
                BEGIN SELECT RAISE(ABORT, 'kept for good'); END;
            """
}
