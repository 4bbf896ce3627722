import SQLEngine

extension RepairStep {
    /// The repairs of accounts and reports.
    ///
    /// A chain key of a future day cannot be moved back: the account has to register again.
    static let association = [
        deletion("account", "chain_day * 86400 > :limit", "with the key of a day that has not come"),
        RepairStep(
            "account",
            "registered on a day that has not come: today",
            sql: "UPDATE account SET registered_on = :now / 86400 WHERE registered_on * 86400 > :limit"
        ),
        RepairStep(
            "account",
            "used on a day that has not come: today",
            sql: "UPDATE account SET used_on = :now / 86400 WHERE used_on * 86400 > :limit"
        ),
        RepairStep(
            "account",
            "with attestations of a day that has not come: none",
            sql: "UPDATE account SET attested_on = 0 WHERE attested_on * 86400 > :limit"
        ),
        deletion("registration_count", "hour * 3600 > :limit", "counted in the future"),
        deletion("report_count", "day * 86400 > :limit", "counted in the future"),
        deletion("report_allowance", "(free_on - 90) * 86400 > :limit", "taken on a day that has not come"),
        deletion("code_count", "hour * 3600 > :limit", "counted in the future"),
        deletion("report_code", "expires_at > :now + 1209600", "with an end too far ahead"),
        RepairStep(
            "report_case",
            "complete in an hour that has not come: in this hour",
            sql:
                "UPDATE report_case SET completed_in = (:now + 3599) / 3600 WHERE (completed_in - 1) * 3600 > :limit"
        ),
        deletion("exposure_alert", "day * 86400 > :limit", "of a day that has not come"),
        RepairStep(
            "exposure_alert",
            "visible too far ahead: now",
            sql: "UPDATE exposure_alert SET visible_at = :now WHERE visible_at - 1800 > :limit"
        ),
        deletion("waiting_batch", "arrived_at > :limit", "of a moment that has not come"),
        RepairStep(
            "outgoing_contact",
            "to be sent for too long: for a day from now on",
            sql: "UPDATE outgoing_contact SET expires_at = :now + 86400 WHERE expires_at - 86400 > :limit"
        ),
        RepairStep(
            "report_box",
            "of a publication on a day that has not come: of none",
            sql: "UPDATE report_box SET day = NULL WHERE day * 86400 > :limit"
        ),
        deletion("box_day", "day * 86400 > :limit", "that has not come"),
        deletion("incoming_report", "arrived_at > :limit", "of a moment that has not come"),
    ]

    private static func deletion(_ table: String, _ condition: String, _ problem: String) -> RepairStep {
        RepairStep(table, "\(problem): deleted", sql: "DELETE FROM \(table) WHERE \(condition)")
    }
}
