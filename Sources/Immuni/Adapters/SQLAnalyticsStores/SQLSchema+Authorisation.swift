import SQLEngine
extension SQLSchema {
    /// The tables of jobs that authorise analytics tokens. The unique column `lease` allows one job at a time in the
    /// last interval. The number of jobs is stored: counting them for each request would let a flood of requests occupy
    /// the database.
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

        CREATE TABLE authorisation_queue (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            jobs INTEGER NOT NULL CHECK (jobs >= 0)
        ) STRICT;
        INSERT INTO authorisation_queue (id, jobs) VALUES (1, 0);
        CREATE TRIGGER authorisation_job_added AFTER INSERT ON authorisation_job BEGIN
            UPDATE authorisation_queue SET jobs = jobs + 1;
        END;
        CREATE TRIGGER authorisation_job_removed AFTER DELETE ON authorisation_job BEGIN
            UPDATE authorisation_queue SET jobs = jobs - 1;
        END;

        CREATE TABLE abandoned_authorisation (
            month INTEGER NOT NULL PRIMARY KEY,
            jobs INTEGER NOT NULL CHECK (jobs >= 1)
        ) STRICT, WITHOUT ROWID;
        """

    /// Separates proven jobs from those whose token may be invented, and counts the latter.
    static let provenAuthorisations = """
        DROP TRIGGER authorisation_job_added;
        DROP TRIGGER authorisation_job_removed;
        DROP INDEX authorisation_job_disturbed;
        ALTER TABLE authorisation_job RENAME TO authorisation_job_before;

        CREATE TABLE authorisation_job (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            device_token TEXT NOT NULL,
            step TEXT NOT NULL CHECK (step IN ('queued', 'proven', 'marking', 'marked', 'deciding', 'clearing')),
            month INTEGER,
            is_disturbed INTEGER NOT NULL CHECK (is_disturbed IN (0, 1)),
            expiry INTEGER NOT NULL,
            lease INTEGER UNIQUE CHECK (lease = 1),
            CHECK ((month IS NULL) = (step IN ('queued', 'proven'))),
            CHECK ((lease IS NOT NULL) = (step IN ('deciding', 'clearing')))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
            SELECT digest, device_token, step, month, is_disturbed, expiry, lease FROM authorisation_job_before;
        DROP TABLE authorisation_job_before;
        CREATE INDEX authorisation_job_disturbed ON authorisation_job (month) WHERE is_disturbed = 1;
        CREATE INDEX authorisation_job_unproven ON authorisation_job (expiry) WHERE step = 'queued';
        CREATE INDEX authorisation_job_proven ON authorisation_job (digest) WHERE step <> 'queued';

        ALTER TABLE authorisation_queue ADD COLUMN unproven INTEGER NOT NULL DEFAULT 0 CHECK (unproven >= 0);
        ALTER TABLE authorisation_queue ADD COLUMN displaced INTEGER NOT NULL DEFAULT 0 CHECK (displaced >= 0);
        UPDATE authorisation_queue SET
            jobs = (SELECT count(*) FROM authorisation_job),
            unproven = (SELECT count(*) FROM authorisation_job WHERE step = 'queued');
        CREATE TRIGGER authorisation_job_added AFTER INSERT ON authorisation_job BEGIN
            UPDATE authorisation_queue SET jobs = jobs + 1, unproven = unproven + (NEW.step = 'queued');
        END;
        CREATE TRIGGER authorisation_job_removed AFTER DELETE ON authorisation_job BEGIN
            UPDATE authorisation_queue SET jobs = jobs - 1, unproven = unproven - (OLD.step = 'queued');
        END;
        CREATE TRIGGER authorisation_job_moved AFTER UPDATE OF step ON authorisation_job BEGIN
            UPDATE authorisation_queue SET unproven = unproven + (NEW.step = 'queued') - (OLD.step = 'queued');
        END;
        """
}
