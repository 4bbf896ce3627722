import ExposurePrimitives
package import SQLEngine

extension RepairStep {
    /// The repairs of the Analytics Service. The releases come first, because the unrepaired counts decide about them.
    package static func analytics(retentionDays: Int) -> [RepairStep] {
        [
            RepairStep("release", "of a day that has not ended: void, the day is released again after its end") {
                moment,
                db in
                try voidReleases(moment, retentionDays: retentionDays, db)
            },
            RepairStep(
                "release_start",
                "releases would begin in the future: they begin today",
                sql: "UPDATE release_start SET day = :today WHERE day > :today"
            ),
        ] + countTables.flatMap(countSteps) + otherAnalytics
    }

    /// - Parameter retentionDays: the number of days after which counts may have been deleted: an older day without
    ///   counts may have had some.
    private static func voidReleases(_ moment: RepairMoment, retentionDays: Int, _ db: SQLSession) throws -> Int {
        // A day is closed an hour after its end.
        let open = moment.now.advanced(bySeconds: -3600).utcDay
        let hasCounts = (countTables + ["epidemiological_info"])
            .map { "EXISTS (SELECT 1 FROM \($0) WHERE received_on = day)" }.joined(separator: " OR ")
        try db.execute(
            sql: """
                INSERT INTO release_void
                SELECT id, :now,
                CASE WHEN \(hasCounts) OR (SELECT max(released_on) FROM release) - day > :retention THEN 1 ELSE 0 END
                FROM release
                WHERE day >= :open AND id NOT IN (SELECT release FROM release_void)
                """,
            arguments: ["now": moment.now.seconds, "retention": retentionDays, "open": open.daysSinceEpoch]
        )
        let count = db.changesCount
        if count > 0 {
            try db.execute(
                sql: "INSERT INTO audit_entry (made_at, operator, reason, subject) VALUES (?, ?, ?, ?)",
                arguments: [
                    moment.now.seconds, "avviso clock repair", "releases of days that had not ended are void",
                    "\(count) releases from \(open) on",
                ]
            )
        }
        return count
    }

    private static let countTables = ["operational_info_ios", "operational_info_android"]
    private static let isReleased = "received_on IN (SELECT day FROM release)"

    private static func countSteps(of table: String) -> [RepairStep] {
        let facts = """
            province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on
            """
        return [
            RepairStep(
                table,
                "of a future day, in a void release: deleted, because another release would cost again",
                sql: "DELETE FROM \(table) WHERE received_on > :today AND \(isReleased)"
            ),
            RepairStep(table, "received on a future day: set to today") { moment, db in
                _ = try moment.execute(
                    """
                    INSERT INTO \(table) SELECT :today, \(facts), sum(uploads) FROM \(table) WHERE received_on > :today
                    GROUP BY \(facts) ON CONFLICT (received_on, \(facts))
                    DO UPDATE SET uploads = \(table).uploads + excluded.uploads
                    """,
                    db
                )
                return try moment.execute("DELETE FROM \(table) WHERE received_on > :today", db)
            },
        ]
    }

    private static let otherAnalytics = [
        RepairStep(
            "epidemiological_info",
            "of a future day, in a void release: deleted, because another release would cost again",
            sql: "DELETE FROM epidemiological_info WHERE received_on > :today AND \(isReleased)"
        ),
        RepairStep(
            "epidemiological_info",
            "received on a future day: set to today",
            sql: "UPDATE epidemiological_info SET received_on = :today WHERE received_on > :today"
        ),
        RepairStep(
            "analytics_token",
            "authorised in a future month: set to this month",
            sql: "UPDATE analytics_token SET authorised_in = :month WHERE authorised_in > :month"
        ),
        RepairStep(
            "used_binding",
            "remembered too long: set to a day",
            sql: "UPDATE used_binding SET expiry = :now + 86400 WHERE expiry > :now + 86400"
        ),
        RepairStep(
            "authorisation_job",
            "abandoned too late: set to a day",
            sql: "UPDATE authorisation_job SET expiry = :now + 86400 WHERE expiry > :now + 86400"
        ),
        RepairStep("abandoned_authorisation", "counted in a future month: set to this month") { moment, db in
            _ = try moment.execute(
                """
                INSERT INTO abandoned_authorisation SELECT :month, sum(jobs) FROM abandoned_authorisation
                WHERE month > :month HAVING count(*) > 0
                ON CONFLICT (month) DO UPDATE SET jobs = abandoned_authorisation.jobs + excluded.jobs
                """,
                db
            )
            return try moment.execute("DELETE FROM abandoned_authorisation WHERE month > :month", db)
        },
    ]
}
