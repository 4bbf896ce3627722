package import SQLiteEngine

extension SQLiteContent {
    /// Accounts, rights, reports and contacts.
    package static let association = SQLiteContent(
        name: "association",
        file: "association.sqlite",
        schema: .association,
        moments: [
            ("registered_on * 86400", "account"), ("hour * 3600", "registration_count"),
            ("day * 86400", "report_count"), ("(completed_in - 1) * 3600", "report_case"),
            ("visible_at - 1800", "exposure_alert"), ("arrived_at", "waiting_batch"),
        ],
        repairs: RepairStep.association
    )

    /// The index of ClientIDs.
    package static let associationIndex = SQLiteContent(
        name: "association-index",
        file: "association-index.sqlite",
        schema: .associationIndex,
        hasRequests: false
    )
}
