package import SQLEngine
extension SQLSchema {
    /// The schema of the Analytics Service's database.
    package static let analytics = SQLSchema(
        migrations: [
            ("0001-analytics", analyticsTables), ("0002-authorisation", authorisationTables),
            ("0003-releases", releaseTables), ("0004-clock", clockTrustTable + releaseVoids),
            ("0005-proven-authorisations", provenAuthorisations), ("0006-clock-machines", clockMachineTable),
        ],
        postgres: .analytics
    )

    /// ``analytics`` before jobs recorded whether they are proven. A test shows that old jobs survive the migration.
    static let analyticsBeforeProof = SQLSchema(migrations: [
        ("0001-analytics", analyticsTables), ("0002-authorisation", authorisationTables),
        ("0003-releases", releaseTables), ("0004-clock", clockTrustTable + releaseVoids),
    ])

    // The table holds counts instead of rows of uploads: counts cannot be joined and have no order. -1 means no
    // exposure, because SQLite has no null in the primary key of such a table. docs/data-model.md describes each
    // column.
    private static func operationalTable(_ platform: String) -> String {
        """
        CREATE TABLE operational_info_\(platform) (
            received_on INTEGER NOT NULL,
            province TEXT NOT NULL,
            exposure_permission INTEGER NOT NULL CHECK (exposure_permission IN (0, 1)),
            bluetooth_active INTEGER NOT NULL CHECK (bluetooth_active IN (0, 1)),
            notification_permission INTEGER NOT NULL CHECK (notification_permission IN (0, 1)),
            last_risky_exposure_on INTEGER NOT NULL CHECK (last_risky_exposure_on >= -1),
            uploads INTEGER NOT NULL CHECK (uploads >= 1),
            PRIMARY KEY (
                received_on, province, exposure_permission, bluetooth_active, notification_permission,
                last_risky_exposure_on
            )
        ) STRICT, WITHOUT ROWID;
        """
    }

    private static let analyticsTables =
        """
        CREATE TABLE analytics_token (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            authorised_in INTEGER NOT NULL,
            with_exposure INTEGER NOT NULL DEFAULT 0 CHECK (with_exposure BETWEEN 0 AND 2),
            without_exposure INTEGER NOT NULL DEFAULT 0 CHECK (without_exposure BETWEEN 0 AND 2)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE used_binding (
            binding BLOB NOT NULL PRIMARY KEY CHECK (length(binding) = 32),
            expiry INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE epidemiological_info (
            identifier BLOB NOT NULL PRIMARY KEY CHECK (length(identifier) = 16),
            received_on INTEGER NOT NULL,
            province TEXT NOT NULL,
            info BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        """ + operationalTable("ios") + operationalTable("android")
}
