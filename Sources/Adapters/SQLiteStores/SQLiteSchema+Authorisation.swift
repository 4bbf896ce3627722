extension SQLiteSchema {
    /// Jobs that authorise analytics tokens. The unique column `lease` lets one job at a time into the last interval.
    static let authorisationTables = """
        CREATE TABLE authorisation_job (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            device_token TEXT NOT NULL,
            step TEXT NOT NULL CHECK (step IN ('queued', 'marking', 'marked', 'deciding', 'clearing')),
            month INTEGER,
            is_disturbed INTEGER NOT NULL CHECK (is_disturbed IN (0, 1)),
            expiry INTEGER NOT NULL,
            lease INTEGER UNIQUE CHECK (lease = 1),
            CHECK ((month IS NULL) = (step = 'queued')),
            CHECK ((lease IS NOT NULL) = (step IN ('deciding', 'clearing')))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX authorisation_job_disturbed ON authorisation_job (month) WHERE is_disturbed = 1;

        CREATE TABLE abandoned_authorisation (
            month INTEGER NOT NULL PRIMARY KEY,
            jobs INTEGER NOT NULL CHECK (jobs >= 1)
        ) STRICT, WITHOUT ROWID;
        """
}
