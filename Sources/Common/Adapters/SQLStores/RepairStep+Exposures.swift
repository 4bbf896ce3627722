import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import SQLEngine

extension RepairStep {
    /// The repairs of rights, keys, chunks and the inbox.
    package static let exposures = [
        RepairStep(
            "chunk",
            "chosen and not published, with a period in the future: its period ends now",
            sql: """
                UPDATE chunk SET period_end = :now - later, retires_from = :now - later,
                period_start = CASE WHEN period_start < :now - later THEN period_start ELSE :now - later - 1 END
                FROM (
                    SELECT sequence AS owner, number AS chosen,
                    count(*) OVER (PARTITION BY sequence ORDER BY number DESC) - 1 AS later FROM chunk
                    WHERE object_name IS NULL
                ) AS planned WHERE sequence = owner AND number = chosen AND period_end > :limit
                """
        ),
        RepairStep(
            "publication_state",
            "the next period would begin in the future: it follows the last one that has ended",
            sql: """
                UPDATE publication_state
                SET last_period_end = (
                    SELECT max(period_end) FROM chunk WHERE chunk.sequence = publication_state.id AND period_end <= :now
                )
                WHERE last_period_end > :limit
                """
        ),
        RepairStep("chunk", "on offer too long: it retires by the windows of its keys") { moment, db in
            try SQLRetention.retireByKeys(after: moment.limit, now: moment.now, db)
        },
        RepairStep(
            "diagnosis_key",
            "a window further ahead than any phone's clock may be: deleted",
            sql: "DELETE FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 > :now + \(furthestWindow)"
        ),
        RepairStep(
            "diagnosis_key",
            "an embargo that ends too late: it ends two hours after the window",
            sql: """
                UPDATE diagnosis_key
                SET releasable_at = (rolling_start + rolling_period) * 600 + \(TemporaryExposureKey.embargo)
                WHERE chunk IS NULL AND releasable_at > :now + \(furthestWindow)
                """
        ),
        RepairStep(
            "upload_right",
            "unused, with an end too far ahead: deleted",
            sql: """
                DELETE FROM upload_right WHERE consumed_on IS NULL AND expires_at > :now + \(UploadRight.longestLife)
                """
        ),
        RepairStep(
            "upload_right",
            "used on a future day: set to today",
            sql: "UPDATE upload_right SET consumed_on = :today WHERE consumed_on > :today"
        ),
        RepairStep(
            "analytics_inbox",
            "received on a future day: set to today",
            sql: "UPDATE analytics_inbox SET received_on = :today WHERE received_on > :today"
        ),
    ]

    /// The maximum seconds from now to the end of a window and embargo that a right clock accepts.
    ///
    /// They are seven days for a wrong phone clock, two hours until the window begins, the day of the window, and two
    /// hours of embargo.
    private static let furthestWindow = 9 * UnixTime.secondsPerDay
}
