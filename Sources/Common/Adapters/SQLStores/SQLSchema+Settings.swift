package import SQLEngine

extension SQLSchema {
    /// The App Configuration Service's database.
    package static let settings = SQLSchema(
        migrations: [
            ("0001-settings", settingsTables), ("0002-settings-history", settingsHistoryTables),
            ("0003-revision-times", revisionTimes),
        ],
        postgres: .settings
    )

    /// The first version of ``settings``. It is used to prove that its content survives.
    static let settingsBeforeHistory = SQLSchema(migrations: [("0001-settings", settingsTables)])

    private static let settingsTables = """
        CREATE TABLE app_setting (
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
            starting_build INTEGER NOT NULL CHECK (starting_build >= 1),
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (platform, name, starting_build)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE applied_preset (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            digest BLOB NOT NULL
        ) STRICT;
        """

    /// Revisions of the settings, which replace the single set that each preset overwrote.
    ///
    /// The triggers protect them from changes by any program that opens the database.
    static let settingsHistoryTables = """
        CREATE TABLE settings_revision (
            number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
            made_at INTEGER NOT NULL,
            author TEXT NOT NULL CHECK (author <> ''),
            reason TEXT NOT NULL CHECK (reason <> ''),
            origin TEXT NOT NULL CHECK (origin IN ('preset', 'set', 'import', 'revert'))
        ) STRICT;

        CREATE TABLE settings_value (
            revision INTEGER NOT NULL REFERENCES settings_revision (number),
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
            starting_build INTEGER NOT NULL CHECK (starting_build >= 1),
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (revision, platform, name, starting_build)
        ) STRICT, WITHOUT ROWID;

        INSERT INTO settings_revision
            SELECT 1, unixepoch(), 'avviso migrate', 'the settings from before the history', 'preset'
            WHERE EXISTS (SELECT * FROM app_setting);
        INSERT INTO settings_value SELECT 1, platform, starting_build, name, value FROM app_setting;
        DROP TABLE app_setting;

        CREATE TRIGGER settings_revision_in_order BEFORE INSERT ON settings_revision
            WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM settings_revision)
            BEGIN SELECT RAISE(ABORT, 'revisions have no gaps'); END;
        CREATE TRIGGER settings_revision_unchanged BEFORE UPDATE ON settings_revision
            BEGIN SELECT RAISE(ABORT, 'revisions are kept'); END;
        CREATE TRIGGER settings_revision_undeleted BEFORE DELETE ON settings_revision
            BEGIN SELECT RAISE(ABORT, 'revisions are kept'); END;
        CREATE TRIGGER settings_value_in_order BEFORE INSERT ON settings_value
            WHEN NEW.revision <> (SELECT max(number) FROM settings_revision)
            BEGIN SELECT RAISE(ABORT, 'revisions are kept'); END;
        CREATE TRIGGER settings_value_unchanged BEFORE UPDATE ON settings_value
            BEGIN SELECT RAISE(ABORT, 'revisions are kept'); END;
        CREATE TRIGGER settings_value_undeleted BEFORE DELETE ON settings_value
            BEGIN SELECT RAISE(ABORT, 'revisions are kept'); END;
        """

    /// Revisions never change. A wrong clock's time is corrected beside them.
    private static let revisionTimes = """
        CREATE TABLE settings_revision_time (
            number INTEGER NOT NULL PRIMARY KEY REFERENCES settings_revision (number),
            made_at INTEGER NOT NULL
        ) STRICT;
        """
}
