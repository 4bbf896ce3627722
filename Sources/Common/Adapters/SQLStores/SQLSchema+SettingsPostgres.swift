package import SQLEngine

extension SQLSchema.Postgres {
    /// The apps' settings and their history.
    package static let settings = SQLSchema.Postgres(
        migrations: [SQLSchema.Migration("0001-settings", [keepFunction] + statements(of: settingsTables))],
        forgetful: []
    )

    private static let settingsTables = """
        CREATE TABLE applied_preset (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            digest BYTEA NOT NULL
        )

        CREATE TABLE settings_revision (
            number BIGINT NOT NULL PRIMARY KEY CHECK (number >= 1),
            made_at BIGINT NOT NULL,
            author TEXT NOT NULL CHECK (author <> ''),
            reason TEXT NOT NULL CHECK (reason <> ''),
            origin TEXT NOT NULL CHECK (origin IN ('preset', 'set', 'import', 'revert'))
        )

        CREATE TABLE settings_value (
            revision BIGINT NOT NULL REFERENCES settings_revision (number),
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
            starting_build BIGINT NOT NULL CHECK (starting_build >= 1),
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (revision, platform, name, starting_build)
        )

        CREATE TABLE settings_revision_time (
            number BIGINT NOT NULL PRIMARY KEY REFERENCES settings_revision (number),
            made_at BIGINT NOT NULL
        )

        CREATE FUNCTION in_order() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM settings_revision) THEN
                RAISE EXCEPTION 'revisions have no gaps';
            END IF;
            RETURN NEW;
        END
        $$

        CREATE FUNCTION of_latest() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.revision <> (SELECT max(number) FROM settings_revision) THEN
                RAISE EXCEPTION 'revisions are kept';
            END IF;
            RETURN NEW;
        END
        $$

        CREATE TRIGGER settings_revision_in_order BEFORE INSERT ON settings_revision
        FOR EACH ROW EXECUTE FUNCTION in_order()

        CREATE TRIGGER settings_value_in_order BEFORE INSERT ON settings_value
        FOR EACH ROW EXECUTE FUNCTION of_latest()

        CREATE TRIGGER settings_revision_kept BEFORE UPDATE OR DELETE ON settings_revision
        FOR EACH ROW EXECUTE FUNCTION keep()

        CREATE TRIGGER settings_value_kept BEFORE UPDATE OR DELETE ON settings_value
        FOR EACH ROW EXECUTE FUNCTION keep()
        """
}
