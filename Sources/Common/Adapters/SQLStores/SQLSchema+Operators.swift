package import SQLEngine
extension SQLSchema {
    /// The operators' accounts, sessions and audit log: the only tables that name people.
    package static let operators = SQLSchema(
        migrations: [
            ("0001-operators", operatorTables), ("0002-wrong-tries", triesTable), ("0003-clock", clockTrustTable),
            ("0004-roles", roleColumns), ("0005-several-roles", severalRoles),
            ("0006-clock-machines", clockMachineTable),
        ],
        postgres: .operators
    )

    // docs/data-model.md describes each column.
    private static let operatorTables = """
        CREATE TABLE operator (
            name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
            cost INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            salt BLOB NOT NULL CHECK (length(salt) >= 16),
            password BLOB NOT NULL CHECK (length(password) >= 32),
            created_at INTEGER NOT NULL,
            disabled_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE operator_session (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            operator TEXT NOT NULL REFERENCES operator (name),
            started_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            authorised_until INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE known_browser (
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            operator TEXT NOT NULL REFERENCES operator (name),
            used_at INTEGER NOT NULL,
            PRIMARY KEY (digest, operator)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE operator_audit (
            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            operator TEXT NOT NULL REFERENCES operator (name),
            event TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER operator_audit_stays BEFORE UPDATE ON operator_audit
        BEGIN
            SELECT RAISE(ABORT, 'the audit log is append-only');
        END;
        """

    private static let triesTable = """
        ALTER TABLE operator ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0
        CHECK (must_change_password IN (0, 1));

        CREATE TABLE wrong_tries (
            source BLOB NOT NULL PRIMARY KEY CHECK (length(source) = 32),
            count INTEGER NOT NULL CHECK (count >= 1),
            last_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // Before this migration every operator was a health worker, and every moment of a session was that of a code.
    private static let roleColumns = """
        ALTER TABLE operator ADD COLUMN role TEXT NOT NULL DEFAULT 'health-worker'
        CHECK (length(role) BETWEEN 1 AND 64);

        ALTER TABLE operator_session ADD COLUMN section TEXT CHECK (length(section) BETWEEN 1 AND 64);
        UPDATE operator_session SET section = 'codes' WHERE authorised_until IS NOT NULL;
        """

    private static let severalRoles = """
        CREATE TABLE operator_role (
            operator TEXT NOT NULL REFERENCES operator (name) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (length(role) BETWEEN 1 AND 64),
            PRIMARY KEY (operator, role)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO operator_role SELECT name, role FROM operator;
        ALTER TABLE operator DROP COLUMN role;

        ALTER TABLE operator ADD COLUMN institution TEXT CHECK (length(institution) BETWEEN 1 AND 64);
        ALTER TABLE operator_session ADD COLUMN turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0);
        """
}
