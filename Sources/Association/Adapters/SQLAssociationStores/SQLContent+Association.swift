package import SQLEngine

extension SQLContent {
    /// Accounts, rights, reports and contacts.
    package static let association = SQLContent(
        name: "association",
        file: "association.sqlite",
        schema: .association,
        moments: [
            ("registered_on * 86400", "account"), ("hour * 3600", "registration_count"),
            ("day * 86400", "report_count"), ("(free_on - 90) * 86400", "report_allowance"),
            ("(completed_in - 1) * 3600", "report_case"), ("visible_at - 1800", "exposure_alert"),
            ("arrived_at", "waiting_batch"), ("expires_at - 86400", "outgoing_contact"),
            ("arrived_at", "incoming_report"), ("day * 86400", "box_day"),
            ("hour * 3600", "code_count"),
        ],
        repairs: RepairStep.association
    )

    /// The index of ClientIDs.
    package static let associationIndex = SQLContent(
        name: "association-index",
        file: "association-index.sqlite",
        schema: .associationIndex,
        hasRequests: false
    )
}
