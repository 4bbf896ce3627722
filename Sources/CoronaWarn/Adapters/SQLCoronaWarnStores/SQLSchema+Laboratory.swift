package import SQLEngine

extension SQLSchema {
    /// The tables of the laboratory service. All rows lie in the order of their hashes or names, so nothing shows the
    /// order in which they came.
    package static let laboratory = SQLSchema(
        migrations: [
            ("laboratory-1", testResultTable + accessKeyTable + clockTrustTable),
            ("laboratory-former-keys", formerKeyColumns), ("laboratory-clock-machines", clockMachineTable),
        ],
        postgres: .laboratory
    )

    // `changed_in` counts whole hours since 1970, rounded up, so no row ends too early.
    private static let testResultTable = """
        CREATE TABLE test_result (
            identifier TEXT NOT NULL PRIMARY KEY CHECK (length(identifier) = 64),
            code INTEGER NOT NULL CHECK (code BETWEEN 0 AND 14),
            sample_collection INTEGER NOT NULL CHECK (sample_collection BETWEEN 0 AND 9999999999),
            laboratory_id TEXT CHECK (length(laboratory_id) <= 64),
            owner TEXT CHECK (length(owner) BETWEEN 1 AND 64),
            changed_in INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The keys of a service's callers. A revoked one has no digest.
    static let accessKeyTable = """
        CREATE TABLE access_key (
            holder TEXT NOT NULL PRIMARY KEY CHECK (length(holder) BETWEEN 1 AND 64),
            role TEXT NOT NULL,
            authority TEXT CHECK (length(authority) BETWEEN 1 AND 64),
            digest BLOB UNIQUE CHECK (length(digest) = 32),
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The key before the newest one, while a holder changes from one to the other.
    static let formerKeyColumns = """
        ALTER TABLE access_key ADD COLUMN former_digest BLOB CHECK (length(former_digest) = 32);
        ALTER TABLE access_key ADD COLUMN former_expires_at INTEGER;
        CREATE UNIQUE INDEX access_key_former_digest ON access_key (former_digest);

        """
}
