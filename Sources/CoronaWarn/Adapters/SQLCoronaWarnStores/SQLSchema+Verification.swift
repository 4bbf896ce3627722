package import SQLEngine
import SQLStores

extension SQLSchema {
    /// The tables of Corona-Warn's verification and submission. One transaction uses a TAN up and stores the keys, so
    /// both are in one database.
    package static let coronaWarn = SQLSchema(
        migrations: SQLSchema.exposure.migrations + [
            ("verification-1", sessionTables + tanTables + limitTables + accessKeyTable),
            ("verification-former-keys", formerKeyColumns),
            ("federation-1", SQLFederation.tables),
            ("federation-answers", SQLFederation.answerColumns),
        ],
        postgres: .coronaWarn
    )

    // `registered_in` counts whole hours since 1970, rounded up. The test outlives its token, so it is in a table of
    // its own.
    private static let sessionTables = """
        CREATE TABLE registered_test (
            code TEXT NOT NULL PRIMARY KEY CHECK (length(code) = 64),
            birth_date TEXT UNIQUE CHECK (length(birth_date) = 64),
            registered_in INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE test_session (
            token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
            code TEXT CHECK (length(code) = 64),
            birth_date TEXT CHECK (length(birth_date) = 64),
            tele_tan TEXT CHECK (tele_tan IN ('TEST', 'EVENT')),
            began_at INTEGER NOT NULL,
            issued INTEGER NOT NULL DEFAULT 0,
            used INTEGER NOT NULL DEFAULT 0,
            issued_at INTEGER,
            requests BLOB NOT NULL DEFAULT x'',
            CHECK ((code IS NULL) = (tele_tan IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        """

    // A used TAN has no row. `used_upload` keeps the mark of its upload until the hour in which the TAN would have
    // expired, so that the same upload gets the same answer. A reservation outlives the TAN's row for the same reason.
    private static let tanTables = """
        CREATE TABLE tan (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            token BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
            tele_tan TEXT CHECK (tele_tan IN ('TEST', 'EVENT')),
            expires_at INTEGER NOT NULL,
            reservation BLOB UNIQUE CHECK (length(reservation) = 16)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tan_reservation (
            name BLOB NOT NULL PRIMARY KEY CHECK (length(name) = 16),
            upload BLOB NOT NULL UNIQUE CHECK (length(upload) = 32),
            token BLOB CHECK (length(token) = 32),
            tele_tan TEXT CHECK (tele_tan = 'TEST'),
            expires_in INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tan_reservation_token ON tan_reservation (token) WHERE token IS NOT NULL;
        CREATE TABLE used_upload (
            mark BLOB NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
            expires_in INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tele_tan (
            mac BLOB NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
            kind TEXT NOT NULL CHECK (kind IN ('TEST', 'EVENT')),
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    // Counts for the limits. They name no caller but the operator, and no code.
    private static let limitTables = """
        CREATE TABLE tele_tan_count (
            second INTEGER NOT NULL PRIMARY KEY,
            issued INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE operator_pause (
            operator TEXT NOT NULL PRIMARY KEY,
            issued_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE wrong_tele_tan (
            minute INTEGER NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE tele_tan_hold (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            ends_at INTEGER NOT NULL
        ) STRICT;

        """
}
