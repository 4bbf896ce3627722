extension SQLSchema {
    /// The table of a database's memory of the time; docs/clock.md describes its purpose.
    package static let clockTrustTable = """
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
}
