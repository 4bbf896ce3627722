import Foundation

extension SQLSchema.Postgres {
    /// The statements of a text in which empty lines stand between them.
    package static func statements(of text: String) -> [String] {
        text.components(separatedBy: "\n\n")
    }

    /// The table of a database's memory of the time; docs/clock.md describes its purpose.
    package static let clockTrustTable = """
        CREATE TABLE clock_trust (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            mark BIGINT NOT NULL,
            anchor_time BIGINT,
            anchor_since_boot BIGINT,
            anchor_boot TEXT,
            hold_time BIGINT,
            hold_since_boot BIGINT,
            hold_boot TEXT,
            CHECK ((anchor_time IS NULL) = (anchor_boot IS NULL)),
            CHECK ((anchor_time IS NULL) = (anchor_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_since_boot IS NULL))
        )
        """

    /// A row for each machine, in a step that expands the tables.
    ///
    /// - Parameters:
    ///   - name: of the migration.
    ///   - oldest: the migration before it. Programs that know no other go on with the columns of ``clockTrustTable``.
    package static func clockMachines(_ name: String, worksWith oldest: String) -> SQLSchema.Migration {
        SQLSchema.Migration(name, [clockMachineTable, SQLSchema.lastMachine], worksWith: oldest)
    }

    private static let clockMachineTable = """
        CREATE TABLE clock_machine (
            boot TEXT NOT NULL PRIMARY KEY CHECK (length(boot) BETWEEN 1 AND 64),
            mark BIGINT NOT NULL,
            anchor_time BIGINT,
            anchor_since_boot BIGINT,
            trusted_since_boot BIGINT NOT NULL,
            hold_time BIGINT,
            hold_since_boot BIGINT,
            hold_mark BIGINT,
            hold_turn BIGINT,
            turn BIGINT NOT NULL,
            CHECK ((anchor_time IS NULL) = (anchor_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_since_boot IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_mark IS NULL)),
            CHECK ((hold_time IS NULL) = (hold_turn IS NULL))
        )
        """

    /// A function for triggers of rows that are never changed or deleted.
    package static let keepFunction = """
        CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'kept for good';
        END
        $$
        """
}
