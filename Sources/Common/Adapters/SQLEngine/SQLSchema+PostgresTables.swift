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

    /// A function for triggers of rows that are never changed or deleted.
    package static let keepFunction = """
        CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'kept for good';
        END
        $$
        """
}
