package import SQLEngine

extension SQLSchema.Postgres {
    /// The results of tests, and the keys of laboratories.
    package static let laboratory = SQLSchema.Postgres(
        migrations: [
            SQLSchema.Migration("0001-laboratory", statements(of: laboratoryTables) + [clockTrustTable]),
            clockMachines("0002-clock-machines", worksWith: "0001-laboratory"),
        ],
        forgetful: [SQLSchema.Forgetful("test_result", key: "identifier")]
    )

    private static let laboratoryTables = """
        CREATE TABLE test_result (
            identifier TEXT NOT NULL PRIMARY KEY CHECK (length(identifier) = 64),
            code BIGINT NOT NULL CHECK (code BETWEEN 0 AND 14),
            sample_collection BIGINT NOT NULL CHECK (sample_collection BETWEEN 0 AND 9999999999),
            laboratory_id TEXT CHECK (length(laboratory_id) <= 64),
            owner TEXT CHECK (length(owner) BETWEEN 1 AND 64),
            changed_in BIGINT NOT NULL
        )

        CREATE TABLE access_key (
            holder TEXT NOT NULL PRIMARY KEY CHECK (length(holder) BETWEEN 1 AND 64),
            role TEXT NOT NULL,
            authority TEXT CHECK (length(authority) BETWEEN 1 AND 64),
            digest BYTEA UNIQUE CHECK (length(digest) = 32),
            expires_at BIGINT NOT NULL,
            former_digest BYTEA CHECK (length(former_digest) = 32),
            former_expires_at BIGINT
        )

        CREATE UNIQUE INDEX access_key_former_digest ON access_key (former_digest)
        """
}
