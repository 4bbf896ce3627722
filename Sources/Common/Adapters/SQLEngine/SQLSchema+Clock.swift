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

    /// A row for each machine. The row of the last machine is made from ``clockTrustTable``, whose columns of a machine
    /// are for older programs from now on.
    package static let clockMachineTable =
        """
        CREATE TABLE clock_machine (
            boot TEXT NOT NULL PRIMARY KEY CHECK (length(boot) BETWEEN 1 AND 64),
            mark INTEGER NOT NULL,
            anchor_time INTEGER,
            anchor_since_boot INTEGER,
            trusted_since_boot INTEGER NOT NULL,
            hold_time INTEGER,
            hold_since_boot INTEGER,
            hold_mark INTEGER,
            hold_turn INTEGER,
            turn INTEGER NOT NULL,
            CHECK ((anchor_time IS NULL) = (anchor_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_mark IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_turn IS NULL))
        ) STRICT, WITHOUT ROWID;

        """ + lastMachine + ";\n"

    /// A hold is of the present start of the machine, and an anchor of an earlier start explains nothing.
    static let lastMachine = """
        INSERT INTO clock_machine
        (boot, mark, anchor_time, anchor_since_boot, trusted_since_boot,
         hold_time, hold_since_boot, hold_mark, hold_turn, turn)
        SELECT COALESCE(hold_boot, anchor_boot), mark,
            CASE WHEN anchor_boot = COALESCE(hold_boot, anchor_boot) THEN anchor_time END,
            CASE WHEN anchor_boot = COALESCE(hold_boot, anchor_boot) THEN anchor_since_boot END, 0,
            hold_time, hold_since_boot, CASE WHEN hold_boot IS NOT NULL THEN mark END,
            CASE WHEN hold_boot IS NOT NULL THEN 0 END, 1
        FROM clock_trust WHERE COALESCE(hold_boot, anchor_boot) IS NOT NULL
        """
}
