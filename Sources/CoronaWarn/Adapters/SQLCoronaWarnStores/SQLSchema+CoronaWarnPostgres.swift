package import SQLEngine
import SQLStores

extension SQLSchema.Postgres {
    /// Keys, registrations, TANs, and the partners of the federation.
    package static let coronaWarn = SQLSchema.Postgres(
        migrations: [
            SQLSchema.Migration("0001-corona-warn", exposureTables + statements(of: coronaWarnTables)),
            SQLSchema.Migration("0002-federation-answers", federationAnswers, worksWith: "0001-corona-warn"),
            clockMachines("0003-clock-machines", worksWith: "0002-federation-answers"),
        ],
        forgetful: exposures.forgetful + [
            SQLSchema.Forgetful("registered_test", key: "code"),
            SQLSchema.Forgetful("test_session", key: "token"),
            SQLSchema.Forgetful("tan", key: "digest"),
            SQLSchema.Forgetful("tan_reservation", key: "name"),
            SQLSchema.Forgetful("used_upload", key: "mark"),
            SQLSchema.Forgetful("tele_tan", key: "mac"),
        ]
    )

    /// The answers that a partner got in its last hour with one.
    private static let federationAnswers = ["served_in", "served"].map { column in
        "ALTER TABLE federation_partner ADD COLUMN \(column) BIGINT NOT NULL DEFAULT 0"
    }

    private static let coronaWarnTables = """
        CREATE TABLE registered_test (
            code TEXT NOT NULL PRIMARY KEY CHECK (length(code) = 64),
            birth_date TEXT UNIQUE CHECK (length(birth_date) = 64),
            registered_in BIGINT NOT NULL
        )

        CREATE TABLE test_session (
            token BYTEA NOT NULL PRIMARY KEY CHECK (length(token) = 32),
            code TEXT CHECK (length(code) = 64),
            birth_date TEXT CHECK (length(birth_date) = 64),
            tele_tan TEXT CHECK (tele_tan IN ('TEST', 'EVENT')),
            began_at BIGINT NOT NULL,
            issued BIGINT NOT NULL DEFAULT 0,
            used BIGINT NOT NULL DEFAULT 0,
            issued_at BIGINT,
            requests BYTEA NOT NULL DEFAULT '',
            CHECK ((code IS NULL) = (tele_tan IS NOT NULL))
        )

        CREATE TABLE tan (
            digest BYTEA NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            token BYTEA NOT NULL UNIQUE CHECK (length(token) = 32),
            tele_tan TEXT CHECK (tele_tan IN ('TEST', 'EVENT')),
            expires_at BIGINT NOT NULL,
            reservation BYTEA UNIQUE CHECK (length(reservation) = 16)
        )

        CREATE TABLE tan_reservation (
            name BYTEA NOT NULL PRIMARY KEY CHECK (length(name) = 16),
            upload BYTEA NOT NULL UNIQUE CHECK (length(upload) = 32),
            token BYTEA CHECK (length(token) = 32),
            tele_tan TEXT CHECK (tele_tan = 'TEST'),
            expires_in BIGINT NOT NULL
        )

        CREATE INDEX tan_reservation_token ON tan_reservation (token) WHERE token IS NOT NULL

        CREATE TABLE used_upload (
            mark BYTEA NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
            expires_in BIGINT NOT NULL
        )

        CREATE TABLE tele_tan (
            mac BYTEA NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
            kind TEXT NOT NULL CHECK (kind IN ('TEST', 'EVENT')),
            expires_at BIGINT NOT NULL
        )

        CREATE TABLE tele_tan_count (
            second BIGINT NOT NULL PRIMARY KEY,
            issued BIGINT NOT NULL
        )

        CREATE TABLE operator_pause (
            operator TEXT NOT NULL PRIMARY KEY,
            issued_at BIGINT NOT NULL
        )

        CREATE TABLE wrong_tele_tan (
            minute BIGINT NOT NULL PRIMARY KEY,
            count BIGINT NOT NULL
        )

        CREATE TABLE tele_tan_hold (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            ends_at BIGINT NOT NULL
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

        CREATE TABLE federation_partner (
            country TEXT NOT NULL PRIMARY KEY CHECK (length(country) = 2),
            name TEXT NOT NULL UNIQUE,
            server TEXT NOT NULL,
            trust_roots BYTEA,
            public_key TEXT NOT NULL,
            max_keys BIGINT NOT NULL,
            is_paused BIGINT NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
            last_batch BIGINT NOT NULL DEFAULT 0,
            counted_on BIGINT NOT NULL DEFAULT 0,
            counted_keys BIGINT NOT NULL DEFAULT 0,
            answered_in BIGINT
        )

        CREATE TABLE federation_batch (
            country TEXT NOT NULL CHECK (length(country) = 2),
            number BIGINT NOT NULL,
            keys BIGINT NOT NULL,
            skipped BIGINT NOT NULL,
            refusal TEXT,
            received_in BIGINT NOT NULL,
            PRIMARY KEY (country, number)
        )
        """
}
