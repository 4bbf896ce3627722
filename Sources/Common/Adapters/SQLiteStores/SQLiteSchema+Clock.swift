extension SQLiteSchema {
    /// What a database remembers of the time; docs/clock.md says what it is for.
    static let clockTrustTable = """
        CREATE TABLE clock_trust (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            mark INTEGER NOT NULL,
            anchor_time INTEGER,
            anchor_since_boot INTEGER,
            anchor_boot TEXT,
            hold_time INTEGER,
            hold_since_boot INTEGER,
            hold_boot TEXT,
            CHECK ((anchor_time IS NULL) = (anchor_boot IS NULL)),
            CHECK ((anchor_time IS NULL) = (anchor_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_since_boot IS NULL))
        ) STRICT;

        """

    /// From when a chunk's retention counts: from the end of its period, unless a wrong clock has put that into the
    /// future.
    static let chunkRetirement = """
        ALTER TABLE chunk ADD COLUMN retires_from INTEGER NOT NULL DEFAULT 0;
        UPDATE chunk SET retires_from = period_end;
        """

    /// Releases of days that had not happened are kept like all others, and count as none; the first day can be lowered,
    /// since a clock that was ahead may have set it.
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

    /// Revisions are kept as they were made; a time that a wrong clock gave is corrected beside them.
    static let revisionTimes = """
        CREATE TABLE settings_revision_time (
            number INTEGER NOT NULL PRIMARY KEY REFERENCES settings_revision (number),
            made_at INTEGER NOT NULL
        ) STRICT;
        """
}
