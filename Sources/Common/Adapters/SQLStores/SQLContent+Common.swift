package import SQLEngine

extension SQLContent {
    /// Rights, keys, chunks and the inbox.
    package static let exposures = SQLContent(
        name: "exposures",
        file: "exposures.sqlite",
        schema: .exposure,
        moments: [
            ("rolling_start * 600", "diagnosis_key"), ("period_end", "chunk"),
            ("received_on * 86400", "analytics_inbox"), ("consumed_on * 86400", "upload_right"),
        ],
        repairs: RepairStep.exposures
    )

    /// The operators' accounts.
    package static let operators = SQLContent(
        name: "portal",
        file: "portal.sqlite",
        schema: .operators,
        moments: [("at", "operator_audit"), ("used_at", "operator_session"), ("used_at", "known_browser")],
        repairs: RepairStep.operators
    )

    /// The apps' settings.
    package static let settings = SQLContent(
        name: "settings",
        file: "settings.sqlite",
        schema: .settings,
        hasRequests: false,
        repairs: RepairStep.settings
    )
}
