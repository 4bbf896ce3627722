import SQLEngine

extension RepairStep {
    /// The repairs of results.
    static let laboratory = [
        RepairStep(
            "test_result",
            "changed in an hour that has not come: in this hour",
            sql: "UPDATE test_result SET changed_in = (:now + 3599) / 3600 WHERE (changed_in - 1) * 3600 > :limit"
        )
    ]

    /// The repairs of registrations and TANs.
    static let verification = [
        RepairStep(
            "registered_test",
            "registered in an hour that has not come: in this hour",
            sql:
                "UPDATE registered_test SET registered_in = (:now + 3599) / 3600 WHERE (registered_in - 1) * 3600 > :limit"
        ),
        RepairStep(
            "test_session",
            "registered in the future: now",
            sql: "UPDATE test_session SET began_at = :now, issued_at = NULL WHERE began_at > :limit"
        ),
        deletion("tan", "expires_at > :now + 691200", "with an end too far ahead"),
        deletion("tan_reservation", "expires_in * 3600 > :now + 691200", "with an end too far ahead"),
        deletion("used_upload", "expires_in * 3600 > :now + 691200", "with an end too far ahead"),
        deletion("tele_tan", "expires_at > :now + 691200", "with an end too far ahead"),
        deletion("tele_tan_count", "second > :limit", "counted in the future"),
        deletion("operator_pause", "issued_at > :limit", "issued in the future"),
        deletion("wrong_tele_tan", "minute * 60 > :limit", "counted in the future"),
        deletion("tele_tan_hold", "ends_at > :now + 7200", "with an end too far ahead"),
    ]

    /// The repairs of the federation.
    static let federation = [
        RepairStep(
            "federation_batch",
            "received in an hour that has not come: in this hour",
            sql:
                "UPDATE federation_batch SET received_in = (:now + 3599) / 3600 WHERE (received_in - 1) * 3600 > :limit"
        ),
        RepairStep(
            "federation_partner",
            "answered in an hour that has not come: in none",
            sql: "UPDATE federation_partner SET answered_in = NULL WHERE (answered_in - 1) * 3600 > :limit"
        ),
    ]

    private static func deletion(_ table: String, _ condition: String, _ problem: String) -> RepairStep {
        RepairStep(table, "\(problem): deleted", sql: "DELETE FROM \(table) WHERE \(condition)")
    }
}
