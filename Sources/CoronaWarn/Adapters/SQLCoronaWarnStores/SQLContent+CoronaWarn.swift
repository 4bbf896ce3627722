package import SQLEngine
import SQLStores

extension SQLContent {
    /// The results of tests.
    package static let laboratory = SQLContent(
        name: "laboratory",
        file: "laboratory.sqlite",
        schema: .laboratory,
        moments: [("(changed_in - 1) * 3600", "test_result")],
        repairs: RepairStep.laboratory
    )

    /// Registrations, TANs, keys, and the partners of the federation.
    package static let coronaWarn = SQLContent(
        name: "corona-warn",
        file: "corona-warn.sqlite",
        schema: .coronaWarn,
        moments: SQLContent.exposures.moments + [
            ("(registered_in - 1) * 3600", "registered_test"), ("began_at", "test_session"),
            ("second", "tele_tan_count"), ("minute * 60", "wrong_tele_tan"),
            ("(received_in - 1) * 3600", "federation_batch"),
        ],
        repairs: RepairStep.exposures + RepairStep.verification + RepairStep.federation
    )

    /// The revisions of the phones' configuration.
    package static let coronaWarnConfiguration = SQLContent(
        name: "corona-warn-configuration",
        file: "corona-warn-configuration.sqlite",
        schema: .settings,
        hasRequests: false,
        repairs: RepairStep.settings
    )
}
