package import SQLEngine

extension SQLSchema.Postgres {
    /// Accounts, reports, cases and alerts.
    package static let association = SQLSchema.Postgres(
        migrations: [
            SQLSchema.Migration("0001-association", statements(of: associationTables) + [clockTrustTable]),
            clockMachines("0002-clock-machines", worksWith: "0001-association"),
            SQLSchema.Migration(
                "0003-registration-days",
                ["CREATE INDEX account_registered_on ON account (registered_on, registration)"],
                worksWith: "0001-association"
            ),
            SQLSchema.Migration(
                "0004-batches-of-cases",
                [
                    "ALTER TABLE report_case ADD COLUMN batches BIGINT NOT NULL DEFAULT 1",
                    "ALTER TABLE report_case ADD COLUMN released BIGINT",
                    "ALTER TABLE report ADD COLUMN open_case BYTEA CHECK (length(open_case) = 16)",
                ],
                worksWith: "0001-association"
            ),
            SQLSchema.Migration(
                "0005-reports-of-accounts",
                ["CREATE INDEX report_registration ON report (registration)"],
                worksWith: "0001-association"
            ),
            SQLSchema.Migration(
                "0006-places-for-reports",
                [
                    """
                    CREATE TABLE report_allowance (
                        mark BYTEA NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
                        free_on BIGINT NOT NULL
                    )
                    """
                ],
                worksWith: "0001-association"
            ),
            SQLSchema.Migration("0007-code-counts", [codeCounts], worksWith: "0001-association"),
        ],
        forgetful: [
            SQLSchema.Forgetful("account", key: "registration"),
            SQLSchema.Forgetful("report_code", key: "mark"),
            SQLSchema.Forgetful("code_count", key: "hour, operator"),
            SQLSchema.Forgetful("report", key: "\"right\""),
            SQLSchema.Forgetful("report_count", key: "registration, day"),
            SQLSchema.Forgetful("report_allowance", key: "mark"),
            SQLSchema.Forgetful("contact_ticket", key: "ticket"),
            SQLSchema.Forgetful("contact_edge", key: "case_id, issuer, interval"),
            SQLSchema.Forgetful("report_case", key: "case_id"),
            SQLSchema.Forgetful("exposure_alert", key: "registration, day"),
            SQLSchema.Forgetful("waiting_batch", key: "\"right\", digest"),
            SQLSchema.Forgetful("outgoing_contact", key: "ticket"),
            SQLSchema.Forgetful("incoming_report", key: "case_id"),
            SQLSchema.Forgetful("report_box", key: "handle"),
        ]
    )

    private static let codeCounts = """
        CREATE TABLE code_count (
            hour BIGINT NOT NULL,
            operator TEXT NOT NULL CHECK (length(operator) <= 64),
            count BIGINT NOT NULL,
            PRIMARY KEY (hour, operator)
        )
        """

    private static let associationTables = """
        CREATE TABLE account (
            registration BYTEA NOT NULL PRIMARY KEY CHECK (length(registration) = 16),
            number BIGINT NOT NULL UNIQUE CHECK (number BETWEEN 0 AND 4294967295),
            subject BYTEA NOT NULL UNIQUE CHECK (length(subject) = 32),
            country BIGINT NOT NULL,
            state BIGINT NOT NULL,
            district TEXT NOT NULL CHECK (length(district) BETWEEN 1 AND 4),
            registered_on BIGINT NOT NULL,
            chain_day BIGINT NOT NULL,
            chain_key BYTEA NOT NULL CHECK (length(chain_key) = 32),
            used_on BIGINT NOT NULL DEFAULT 0,
            attested_on BIGINT NOT NULL DEFAULT 0,
            attested BIGINT NOT NULL DEFAULT 0
        )

        CREATE INDEX account_chain_day ON account (chain_day)

        CREATE TABLE registration_count (
            district TEXT NOT NULL,
            hour BIGINT NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (district, hour)
        )

        CREATE TABLE report_code (
            mark BYTEA NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
            first_day BIGINT NOT NULL,
            last_day BIGINT NOT NULL,
            expires_at BIGINT NOT NULL
        )

        CREATE TABLE report (
            "right" BYTEA NOT NULL PRIMARY KEY CHECK (length("right") = 16),
            mark BYTEA NOT NULL UNIQUE CHECK (length(mark) = 32),
            registration BYTEA NOT NULL CHECK (length(registration) = 16),
            manifest BYTEA NOT NULL CHECK (length(manifest) % 32 = 0),
            received BYTEA NOT NULL DEFAULT '' CHECK (length(received) % 32 = 0),
            first_day BIGINT NOT NULL,
            last_day BIGINT NOT NULL,
            case_id BYTEA CHECK (length(case_id) = 16),
            expires_at BIGINT NOT NULL
        )

        CREATE TABLE report_count (
            registration BYTEA NOT NULL CHECK (length(registration) = 16),
            day BIGINT NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (registration, day)
        )

        CREATE TABLE contact_ticket (
            ticket BYTEA NOT NULL PRIMARY KEY CHECK (length(ticket) = 32),
            "right" BYTEA CHECK (length("right") = 16),
            day BIGINT NOT NULL
        )

        CREATE INDEX contact_ticket_right ON contact_ticket ("right") WHERE "right" IS NOT NULL

        CREATE TABLE contact_edge (
            case_id BYTEA NOT NULL CHECK (length(case_id) = 16),
            issuer BYTEA NOT NULL CHECK (length(issuer) = 16),
            interval BIGINT NOT NULL,
            scans BYTEA NOT NULL CHECK (length(scans) % 3 = 0),
            handle BYTEA CHECK (length(handle) IN (68, 84)),
            PRIMARY KEY (case_id, issuer, interval)
        )

        CREATE INDEX contact_edge_issuer ON contact_edge (issuer)

        CREATE TABLE report_case (
            case_id BYTEA NOT NULL PRIMARY KEY CHECK (length(case_id) = 16),
            district TEXT,
            completed_in BIGINT NOT NULL,
            state BIGINT NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
            people BIGINT NOT NULL DEFAULT 0,
            reasons BIGINT NOT NULL DEFAULT 0 CHECK (reasons BETWEEN 0 AND 7)
        )

        CREATE TABLE exposure_alert (
            registration BYTEA NOT NULL CHECK (length(registration) = 16),
            day BIGINT NOT NULL,
            band BIGINT NOT NULL CHECK (band BETWEEN 1 AND 3),
            handles BYTEA NOT NULL,
            visible_at BIGINT NOT NULL,
            PRIMARY KEY (registration, day)
        )

        CREATE INDEX report_case_size ON report_case (state, district, people)

        CREATE INDEX account_used_on ON account (used_on)

        CREATE TABLE waiting_batch (
            "right" BYTEA NOT NULL CHECK (length("right") = 16),
            digest BYTEA NOT NULL CHECK (length(digest) = 32),
            registration BYTEA NOT NULL CHECK (length(registration) = 16),
            arrived_at BIGINT NOT NULL,
            content BYTEA NOT NULL,
            PRIMARY KEY ("right", digest)
        )

        CREATE TABLE outgoing_contact (
            ticket BYTEA NOT NULL PRIMARY KEY CHECK (length(ticket) = 32),
            case_id BYTEA CHECK (length(case_id) = 16),
            number BYTEA CHECK (length(number) = 16),
            country BIGINT NOT NULL,
            state BIGINT NOT NULL,
            expires_at BIGINT,
            content BYTEA NOT NULL,
            CHECK ((case_id IS NULL) = (number IS NOT NULL) AND (number IS NULL) = (expires_at IS NULL))
        )

        CREATE INDEX outgoing_contact_case ON outgoing_contact (case_id) WHERE case_id IS NOT NULL

        CREATE INDEX outgoing_contact_number ON outgoing_contact (number) WHERE number IS NOT NULL

        CREATE TABLE incoming_report (
            case_id BYTEA NOT NULL PRIMARY KEY CHECK (length(case_id) = 16),
            arrived_at BIGINT NOT NULL,
            content BYTEA NOT NULL
        )

        CREATE TABLE report_box (
            handle BYTEA NOT NULL PRIMARY KEY CHECK (length(handle) = 16),
            "right" BYTEA CHECK (length("right") = 16),
            box BYTEA NOT NULL CHECK (length(box) = 540),
            day BIGINT,
            CHECK ("right" IS NULL OR day IS NULL)
        )

        CREATE INDEX report_box_right ON report_box ("right") WHERE "right" IS NOT NULL

        CREATE INDEX report_box_day ON report_box (day) WHERE day IS NOT NULL

        CREATE TABLE box_day (
            day BIGINT NOT NULL PRIMARY KEY,
            finished BIGINT NOT NULL DEFAULT 0 CHECK (finished IN (0, 1))
        )

        CREATE INDEX account_district ON account (district)
        """
}
