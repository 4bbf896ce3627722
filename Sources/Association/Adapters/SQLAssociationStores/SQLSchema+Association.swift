package import SQLEngine

extension SQLSchema {
    /// The tables of the authority. One transaction takes a batch and stores its contacts, so all are in one database.
    package static let association = SQLSchema(
        migrations: [
            ("association-1", accountTables + reportTables + clockTrustTable), ("association-2", alertTable),
            ("association-3", caseColumns), ("association-4", useColumns), ("association-5", inboxTable),
            ("association-6", forwardingTables), ("association-7", boxTables),
            ("association-8", reasonColumn), ("association-9", clockMachineTable), ("association-10", registrationDays),
            ("association-11", batchColumns), ("association-12", reportsOfAccounts),
            ("association-13", allowanceTable),
            ("association-14", codeCounts),
        ],
        postgres: .association
    )

    /// The index of ClientIDs. It is in a database of its own: it is large, and it can be made again.
    package static let associationIndex = SQLSchema(
        migrations: [("association-index-1", indexTable)],
        postgres: .associationIndex
    )

    // Each new right looks for the account's other reports.
    private static let reportsOfAccounts = "CREATE INDEX report_registration ON report (registration);"

    // `mark` is a keyed digest, and `free_on` 90 days after the right. From here on `report_count` gets no rows.
    private static let allowanceTable = """
        CREATE TABLE report_allowance (
            mark BLOB NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
            free_on INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // `number` is random: the order of registrations is nowhere. `subject` is a keyed digest.
    private static let accountTables = """
        CREATE TABLE account (
            registration BLOB NOT NULL PRIMARY KEY CHECK (length(registration) = 16),
            number INTEGER NOT NULL UNIQUE CHECK (number BETWEEN 0 AND 4294967295),
            subject BLOB NOT NULL UNIQUE CHECK (length(subject) = 32),
            country INTEGER NOT NULL,
            state INTEGER NOT NULL,
            district TEXT NOT NULL CHECK (length(district) BETWEEN 1 AND 4),
            registered_on INTEGER NOT NULL,
            chain_day INTEGER NOT NULL,
            chain_key BLOB NOT NULL CHECK (length(chain_key) = 32)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_chain_day ON account (chain_day);
        CREATE TABLE registration_count (
            district TEXT NOT NULL,
            hour INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (district, hour)
        ) STRICT, WITHOUT ROWID;

        """

    // A complete report keeps its row, without the case, so that the same request gets the same answer until the right
    // ends. Times of cases are whole hours, rounded up.
    private static let reportTables = """
        CREATE TABLE report_code (
            mark BLOB NOT NULL PRIMARY KEY CHECK (length(mark) = 32),
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE report (
            right BLOB NOT NULL PRIMARY KEY CHECK (length(right) = 16),
            mark BLOB NOT NULL UNIQUE CHECK (length(mark) = 32),
            registration BLOB NOT NULL CHECK (length(registration) = 16),
            manifest BLOB NOT NULL CHECK (length(manifest) % 32 = 0),
            received BLOB NOT NULL DEFAULT x'' CHECK (length(received) % 32 = 0),
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            case_id BLOB CHECK (length(case_id) = 16),
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE report_count (
            registration BLOB NOT NULL CHECK (length(registration) = 16),
            day INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (registration, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE contact_ticket (
            ticket BLOB NOT NULL PRIMARY KEY CHECK (length(ticket) = 32),
            right BLOB CHECK (length(right) = 16),
            day INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_ticket_right ON contact_ticket (right) WHERE right IS NOT NULL;
        CREATE TABLE contact_edge (
            case_id BLOB NOT NULL CHECK (length(case_id) = 16),
            issuer BLOB NOT NULL CHECK (length(issuer) = 16),
            interval INTEGER NOT NULL,
            scans BLOB NOT NULL CHECK (length(scans) % 3 = 0),
            handle BLOB CHECK (length(handle) IN (68, 84)),
            PRIMARY KEY (case_id, issuer, interval)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_edge_issuer ON contact_edge (issuer);
        CREATE TABLE report_case (
            case_id BLOB NOT NULL PRIMARY KEY CHECK (length(case_id) = 16),
            district TEXT,
            completed_in INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // `handles` has a byte of length before each, and is empty once nobody is warned of the day any more.
    private static let alertTable = """
        CREATE TABLE exposure_alert (
            registration BLOB NOT NULL CHECK (length(registration) = 16),
            day INTEGER NOT NULL,
            band INTEGER NOT NULL CHECK (band BETWEEN 1 AND 3),
            handles BLOB NOT NULL,
            visible_at INTEGER NOT NULL,
            PRIMARY KEY (registration, day)
        ) STRICT, WITHOUT ROWID;
        """

    // Cases from before wait for a decision: nobody was warned of them.
    private static let caseColumns = """
        ALTER TABLE report_case ADD COLUMN state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2);
        ALTER TABLE report_case ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX report_case_size ON report_case (state, district, people);
        """

    // Days, and no time of day.
    private static let useColumns = """
        ALTER TABLE account ADD COLUMN used_on INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN attested_on INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN attested INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX account_used_on ON account (used_on);
        """

    // A row is there for as long as its validation takes.
    private static let inboxTable = """
        CREATE TABLE waiting_batch (
            right BLOB NOT NULL CHECK (length(right) = 16),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            registration BLOB NOT NULL CHECK (length(registration) = 16),
            arrived_at INTEGER NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (right, digest)
        ) STRICT, WITHOUT ROWID;
        """

    // Until the decision a contact for another authority belongs to a case; after it, to a number that names none.
    private static let forwardingTables = """
        CREATE TABLE outgoing_contact (
            ticket BLOB NOT NULL PRIMARY KEY CHECK (length(ticket) = 32),
            case_id BLOB CHECK (length(case_id) = 16),
            number BLOB CHECK (length(number) = 16),
            country INTEGER NOT NULL,
            state INTEGER NOT NULL,
            expires_at INTEGER,
            content BLOB NOT NULL,
            CHECK ((case_id IS NULL) = (number IS NOT NULL) AND (number IS NULL) = (expires_at IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX outgoing_contact_case ON outgoing_contact (case_id) WHERE case_id IS NOT NULL;
        CREATE INDEX outgoing_contact_number ON outgoing_contact (number) WHERE number IS NOT NULL;
        CREATE TABLE incoming_report (
            case_id BLOB NOT NULL PRIMARY KEY CHECK (length(case_id) = 16),
            arrived_at INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // `right` is of version 0.2. `day` is that of the publication, once it has begun.
    private static let boxTables = """
        CREATE TABLE report_box (
            handle BLOB NOT NULL PRIMARY KEY CHECK (length(handle) = 16),
            right BLOB CHECK (length(right) = 16),
            box BLOB NOT NULL CHECK (length(box) = 540),
            day INTEGER,
            CHECK (right IS NULL OR day IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX report_box_right ON report_box (right) WHERE right IS NOT NULL;
        CREATE INDEX report_box_day ON report_box (day) WHERE day IS NOT NULL;
        CREATE TABLE box_day (
            day INTEGER NOT NULL PRIMARY KEY,
            finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1))
        ) STRICT;
        """

    // The bits of `HoldReasons`. Before there were others, every held case was a crowd.
    private static let reasonColumn = """
        ALTER TABLE report_case ADD COLUMN reasons INTEGER NOT NULL DEFAULT 0 CHECK (reasons BETWEEN 0 AND 7);
        UPDATE report_case SET reasons = 1 WHERE state = 2;
        CREATE INDEX account_district ON account (district);
        """

    // The order within a day is that of random IDs.
    private static let registrationDays = """
        CREATE INDEX account_registered_on ON account (registered_on, registration);
        """

    // A case of version 0.2 is a whole report. From here on `report.case_id`, `contact_ticket.right` and
    // `report_box.right` stay null.
    private static let batchColumns = """
        ALTER TABLE report_case ADD COLUMN batches INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE report_case ADD COLUMN released INTEGER;
        ALTER TABLE report ADD COLUMN open_case BLOB CHECK (length(open_case) = 16);
        """

    // The empty name stands for those who named nobody.
    private static let codeCounts = """
        CREATE TABLE code_count (
            hour INTEGER NOT NULL,
            operator TEXT NOT NULL CHECK (length(operator) <= 64),
            count INTEGER NOT NULL,
            PRIMARY KEY (hour, operator)
        ) STRICT, WITHOUT ROWID;
        """

    private static let indexTable = """
        CREATE TABLE client_id_index (
            interval INTEGER NOT NULL PRIMARY KEY,
            entries BLOB NOT NULL CHECK (length(entries) % 10 = 0)
        ) STRICT;
        """
}
