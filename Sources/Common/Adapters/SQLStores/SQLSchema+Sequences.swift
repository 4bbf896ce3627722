import SQLEngine

extension SQLSchema {
    /// Publication in several sequences, rights with any system's evidence, and an inbox with any system's entries.
    ///
    /// The rows of the earlier tables are those of the sequence `main`, whose number is 1.
    static let sequences = sequenceTables + keyTable + chunkTable + neutralRights + neutralInbox

    /// The row of the earlier state becomes the sequence `main`. Rows are never deleted, so no number is used twice.
    private static let sequenceTables = """
        CREATE TABLE sequence (
            id INTEGER NOT NULL PRIMARY KEY,
            sequence TEXT NOT NULL UNIQUE CHECK (length(sequence) BETWEEN 1 AND 64),
            last_chunk INTEGER NOT NULL,
            last_period_end INTEGER,
            held_runs INTEGER NOT NULL
        ) STRICT;
        INSERT INTO sequence SELECT id, 'main', last_chunk, last_period_end, held_runs FROM publication_state;
        DROP TABLE publication_state;
        ALTER TABLE sequence RENAME TO publication_state;

        """

    /// Chunks that were chosen before have no range.
    static let chunkRanges = """
        ALTER TABLE chunk ADD COLUMN first_key BLOB CHECK (length(first_key) = 16);
        ALTER TABLE chunk ADD COLUMN last_key BLOB CHECK (length(last_key) = 16);

        """

    // One row for each key and sequence. The rows of a key lie beside each other, so a key of several sequences changes
    // as many pages as a key of one. A chunk's keys are read only from its index, in one pass.
    private static let keyTable = """
        DROP INDEX diagnosis_key_chunk;
        ALTER TABLE diagnosis_key RENAME TO earlier_key;
        CREATE TABLE diagnosis_key (
            key_data BLOB NOT NULL CHECK (length(key_data) = 16),
            sequence INTEGER NOT NULL DEFAULT 1,
            rolling_start INTEGER NOT NULL CHECK (rolling_start BETWEEN 0 AND 4294967295),
            rolling_period INTEGER NOT NULL CHECK (rolling_period BETWEEN 1 AND 144),
            transmission_risk_level INTEGER NOT NULL CHECK (transmission_risk_level BETWEEN 0 AND 8),
            report_type INTEGER CHECK (report_type BETWEEN 0 AND 5),
            days_since_onset INTEGER CHECK (days_since_onset BETWEEN -15 AND 4000),
            origin TEXT CHECK (length(origin) = 2),
            visited_countries TEXT,
            releasable_at INTEGER,
            chunk INTEGER,
            is_padding INTEGER NOT NULL DEFAULT 0 CHECK (is_padding IN (0, 1)),
            PRIMARY KEY (key_data, sequence),
            CHECK ((releasable_at IS NULL) = (chunk IS NOT NULL)),
            CHECK ((origin IS NULL) = (visited_countries IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO diagnosis_key
        (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding)
        SELECT key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, chunk, is_padding
        FROM earlier_key ORDER BY key_data;
        DROP TABLE earlier_key;
        CREATE INDEX diagnosis_key_chunk ON diagnosis_key (
            sequence, chunk, key_data, rolling_start, rolling_period, transmission_risk_level, report_type,
            days_since_onset, is_padding
        ) WHERE chunk IS NOT NULL;

        """

    private static let chunkTable = """
        ALTER TABLE chunk RENAME TO earlier_chunk;
        CREATE TABLE chunk (
            sequence INTEGER NOT NULL DEFAULT 1,
            number INTEGER NOT NULL CHECK (number >= 1),
            period_start INTEGER NOT NULL,
            period_end INTEGER NOT NULL CHECK (period_end > period_start),
            object_name TEXT,
            size INTEGER,
            digest BLOB CHECK (length(digest) = 32),
            retires_from INTEGER NOT NULL,
            PRIMARY KEY (sequence, number),
            CHECK ((object_name IS NULL) = (size IS NULL) AND (size IS NULL) = (digest IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO chunk (number, period_start, period_end, object_name, size, digest, retires_from)
        SELECT number, period_start, period_end, object_name, size, digest, retires_from FROM earlier_chunk;
        DROP TABLE earlier_chunk;

        """

    /// The evidence of earlier rights is the day of the onset of symptoms, in the form `2020-09-13`.
    private static let neutralRights = """
        ALTER TABLE upload_right RENAME TO earlier_right;
        CREATE TABLE upload_right (
            mac BLOB NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
            evidence TEXT CHECK (length(evidence) <= 64),
            expires_at INTEGER,
            consumed_on INTEGER,
            CHECK ((evidence IS NULL) = (consumed_on IS NOT NULL)),
            CHECK ((expires_at IS NULL) = (consumed_on IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO upload_right
        SELECT mac, date(symptoms_started_on * 86400, 'unixepoch'), expires_at, consumed_on FROM earlier_right;
        DROP TABLE earlier_right;

        """

    private static let neutralInbox = """
        ALTER TABLE analytics_inbox RENAME COLUMN province TO area;
        ALTER TABLE analytics_inbox RENAME COLUMN epidemiological_info TO content;
        """
}
