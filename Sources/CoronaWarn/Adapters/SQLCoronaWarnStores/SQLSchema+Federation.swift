extension SQLFederation {
    // Nothing in these tables names an upload. Times are whole hours or days, and a batch is known by its country and
    // the number that the partner gave it.
    static let tables = """
        CREATE TABLE federation_partner (
            country TEXT NOT NULL PRIMARY KEY CHECK (length(country) = 2),
            name TEXT NOT NULL UNIQUE,
            server TEXT NOT NULL,
            trust_roots BLOB,
            public_key TEXT NOT NULL,
            max_keys INTEGER NOT NULL,
            is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
            last_batch INTEGER NOT NULL DEFAULT 0,
            counted_on INTEGER NOT NULL DEFAULT 0,
            counted_keys INTEGER NOT NULL DEFAULT 0,
            answered_in INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE federation_batch (
            country TEXT NOT NULL CHECK (length(country) = 2),
            number INTEGER NOT NULL,
            keys INTEGER NOT NULL,
            skipped INTEGER NOT NULL,
            refusal TEXT,
            received_in INTEGER NOT NULL,
            PRIMARY KEY (country, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// The answers that a partner got in its last hour with one.
    static let answerColumns = """
        ALTER TABLE federation_partner ADD COLUMN served_in INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE federation_partner ADD COLUMN served INTEGER NOT NULL DEFAULT 0;
        """
}
