package import SQLEngine

extension SQLSchema {
    /// The database of rights, keys, chunks and the inbox.
    package static let exposure = SQLSchema(
        migrations: exposureBeforeSequences.migrations + [
            ("0005-sequences", sequences), ("0006-chunk-ranges", chunkRanges),
            ("0007-clock-machines", clockMachineTable),
        ],
        postgres: .exposures
    )

    /// The version of ``exposure`` of release 0.1. It is used to prove that its content survives.
    static let exposureBeforeSequences = SQLSchema(
        migrations: exposureBeforeClock.migrations + [("0004-clock", clockTrustTable + chunkRetirement)]
    )

    /// The version of ``exposure`` before the guard of the clock. It is used to prove that its content survives.
    static let exposureBeforeClock = SQLSchema(migrations: [
        ("0001-exposure", exposureTables), ("0002-padding-keys", paddingColumn), ("0003-key-indexes", keyIndexes),
    ])

    // Keys are clustered by their own random bytes (WITHOUT ROWID). Neither a row number nor the order of insertion
    // links two keys of one upload. docs/data-model.md describes each column.
    private static let exposureTables = """
        CREATE TABLE upload_right (
            mac BLOB NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
            symptoms_started_on INTEGER,
            expires_at INTEGER,
            consumed_on INTEGER,
            CHECK ((symptoms_started_on IS NULL) = (consumed_on IS NOT NULL)),
            CHECK ((expires_at IS NULL) = (consumed_on IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE diagnosis_key (
            key_data BLOB NOT NULL PRIMARY KEY CHECK (length(key_data) = 16),
            rolling_start INTEGER NOT NULL CHECK (rolling_start BETWEEN 0 AND 4294967295),
            rolling_period INTEGER NOT NULL CHECK (rolling_period BETWEEN 1 AND 144),
            transmission_risk_level INTEGER NOT NULL CHECK (transmission_risk_level BETWEEN 0 AND 8),
            releasable_at INTEGER,
            chunk INTEGER,
            CHECK ((releasable_at IS NULL) = (chunk IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX diagnosis_key_pending ON diagnosis_key (releasable_at) WHERE chunk IS NULL;
        CREATE INDEX diagnosis_key_chunk ON diagnosis_key (chunk) WHERE chunk IS NOT NULL;

        CREATE TABLE chunk (
            number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
            period_start INTEGER NOT NULL,
            period_end INTEGER NOT NULL CHECK (period_end > period_start),
            object_name TEXT,
            size INTEGER,
            digest BLOB CHECK (length(digest) = 32),
            CHECK ((object_name IS NULL) = (size IS NULL) AND (size IS NULL) = (digest IS NULL))
        ) STRICT;

        CREATE TABLE publication_state (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            last_chunk INTEGER NOT NULL,
            last_period_end INTEGER,
            held_runs INTEGER NOT NULL
        ) STRICT;
        INSERT INTO publication_state VALUES (1, 0, NULL, 0);

        CREATE TABLE analytics_inbox (
            identifier BLOB NOT NULL PRIMARY KEY CHECK (length(identifier) = 16),
            received_on INTEGER NOT NULL,
            province TEXT NOT NULL,
            epidemiological_info BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let paddingColumn = """
        ALTER TABLE diagnosis_key ADD COLUMN is_padding INTEGER NOT NULL DEFAULT 0 CHECK (is_padding IN (0, 1));
        """

    // Pending keys are always read completely, in the table's order. Their index cost each upload as many pages as the
    // keys themselves. A chunk's keys are read only from its index, in one pass.
    private static let keyIndexes = """
        DROP INDEX diagnosis_key_pending;
        DROP INDEX diagnosis_key_chunk;
        CREATE INDEX diagnosis_key_chunk
        ON diagnosis_key (chunk, key_data, rolling_start, rolling_period, transmission_risk_level, is_padding)
        WHERE chunk IS NOT NULL;
        """

    /// The start of a chunk's retention: the end of its period, unless a wrong clock has put that into the future.
    private static let chunkRetirement = """
        ALTER TABLE chunk ADD COLUMN retires_from INTEGER NOT NULL DEFAULT 0;
        UPDATE chunk SET retires_from = period_end;
        """
}
