package import SQLEngine

extension SQLContent {
    /// The database of the Analytics Service.
    ///
    /// - Parameter retentionDays: how many days raw counts are kept.
    package static func analytics(retentionDays: Int) -> SQLContent {
        SQLContent(
            name: "analytics",
            file: "analytics.sqlite",
            schema: .analytics,
            moments: [
                ("received_on * 86400", "operational_info_ios"), ("received_on * 86400", "operational_info_android"),
                ("received_on * 86400", "epidemiological_info"), ("released_on * 86400", "release"),
                ("day * 86400", "release_start"),
                // Roughly the beginning of the month, within two days in each decade.
                ("authorised_in * 2629746", "analytics_token"), ("expiry - 86400", "authorisation_job"),
                ("expiry - 7200", "used_binding"),
            ],
            repairs: RepairStep.analytics(retentionDays: retentionDays)
        )
    }
}
