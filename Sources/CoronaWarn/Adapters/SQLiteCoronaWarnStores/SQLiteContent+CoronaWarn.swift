package import SQLiteEngine
import SQLiteStores

extension SQLiteContent {
    /// The results of tests.
    package static let laboratory = SQLiteContent(
        name: "laboratory",
        file: "laboratory.sqlite",
        schema: .laboratory,
        moments: [("(changed_in - 1) * 3600", "test_result")],
        repairs: RepairStep.laboratory
    )

    /// Registrations, TANs, keys, and the partners of the federation.
    package static let coronaWarn = SQLiteContent(
        name: "corona-warn",
        file: "corona-warn.sqlite",
        schema: .coronaWarn,
        moments: SQLiteContent.exposures.moments + [
            ("(registered_in - 1) * 3600", "registered_test"), ("began_at", "test_session"),
            ("second", "tele_tan_count"), ("minute * 60", "wrong_tele_tan"),
            ("(received_in - 1) * 3600", "federation_batch"),
        ],
        repairs: RepairStep.exposures + RepairStep.verification + RepairStep.federation
    )

    /// The revisions of the phones' configuration.
    package static let coronaWarnConfiguration = SQLiteContent(
        name: "corona-warn-configuration",
        file: "corona-warn-configuration.sqlite",
        schema: .settings,
        hasRequests: false,
        repairs: RepairStep.settings
    )
}
