import SQLiteTesting

/// Mistakes in the statements of the apps' settings, by the rule that finds them.
enum SettingsFaults {
    private static let newest = "revision = (SELECT max(number) FROM settings_revision)"
    private static let ofNumber = "settings_revision WHERE number = ?"
    private static let change = "reason, origin) VALUES (?, ?, ?, ?, ?)"

    static let all: [String: [SQLFault]] = [
        "a preset does not take back what was changed by hand":
            [SQLFault("overwrites changes", "settings_revision WHERE origin <> ?", "settings_revision WHERE ? = ''")],
        // The store takes 0 for the number of the newest revision. The tables refuse a second revision of a number.
        "a change on a revision that is not in force does nothing": [
            SQLFault(
                "accepts stale bases",
                newest,
                "revision = (SELECT count(*) FROM settings_revision)",
                others: [
                    ("SELECT max(number) FROM settings_revision", "SELECT 0"),
                    (change, "reason, origin) SELECT ?1 + count(*), ?2, ?3, ?4, ?5 FROM settings_revision"),
                    (
                        "name, value) VALUES (?, ?, ?, ?, ?)",
                        "name, value) SELECT ?1 + count(*) - 1, ?2, ?3, ?4, ?5 FROM settings_revision"
                    ),
                ]
            )
        ],
        "a change is in force whole, and its revision is kept as it was": [
            SQLFault(
                "forgets old revisions",
                ofNumber,
                "\(ofNumber) AND number = (SELECT max(number) FROM settings_revision)"
            ),
            SQLFault("mixes revisions", newest, "revision > 0"),
        ],
        "the history keeps who, when, how and why, newest first":
            [SQLFault("loses the reason", change, "reason, origin) VALUES (?, ?, ?, substr(?, 1, 1), ?)")],
        "a changed preset is a new revision, an unchanged one none": [
            SQLFault(
                "counts presets twice",
                "SELECT digest FROM applied_preset",
                "SELECT digest FROM applied_preset WHERE 0",
                others: [("settings_value WHERE revision = ?", "settings_value WHERE revision = -?")]
            )
        ],
    ]
}
