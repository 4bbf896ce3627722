import ExposurePrimitives
package import SQLEngine

extension RepairStep {
    /// The repairs of the operators' pages.
    package static let operators = [
        RepairStep(
            "operator_session",
            "begun or used in the future: ended",
            sql: "DELETE FROM operator_session WHERE started_at > :limit OR used_at > :limit"
        ),
        RepairStep(
            "known_browser",
            "used in the future: set to now",
            sql: "UPDATE known_browser SET used_at = :now WHERE used_at > :limit"
        ),
        RepairStep(
            "wrong_tries",
            "counted in the future: deleted",
            sql: "DELETE FROM wrong_tries WHERE last_at > :limit"
        ),
        RepairStep(
            "operator",
            "made in the future: set to now",
            sql: "UPDATE operator SET created_at = :now WHERE created_at > :limit"
        ),
        RepairStep(
            "operator",
            "disabled in the future: set to now",
            sql: "UPDATE operator SET disabled_at = :now WHERE disabled_at > :limit"
        ),
        // Lines are never changed. A new line with the same number therefore replaces each one, which otherwise would
        // stay for years.
        RepairStep("operator_audit", "written in the future: set to now") { moment, db in
            let lines = try SQLRow.fetchAll(
                db,
                sql: "SELECT number, operator, event FROM operator_audit WHERE at > ?",
                arguments: [moment.limit.seconds]
            )
            try db.execute(sql: "DELETE FROM operator_audit WHERE at > ?", arguments: [moment.limit.seconds])
            for line in lines {
                try db.execute(
                    sql: "INSERT INTO operator_audit (number, at, operator, event) VALUES (?, ?, ?, ?)",
                    arguments: [line[0] as Int64, moment.now.seconds, line[1] as String, line[2] as String]
                )
            }
            return lines.count
        },
    ]

    /// The repairs of the apps' settings. Revisions never change, so the right time is stored beside them.
    package static let settings = [
        RepairStep(
            "settings_revision",
            "made in the future: before the next revision, or now",
            sql: """
                INSERT INTO settings_revision_time (number, made_at)
                SELECT number, coalesce(
                    (SELECT min(made_at) FROM settings_revision AS later
                    WHERE later.number > revision.number AND later.made_at <= :now), :now
                ) FROM settings_revision AS revision
                WHERE made_at > :limit AND number NOT IN (SELECT number FROM settings_revision_time)
                """
        )
    ]
}
