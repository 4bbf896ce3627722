/// An answer of the App Configuration Service with everything that a phone reads.
enum SampleSettings {
    /// - Parameters:
    ///   - thresholds: the two attenuations, as JSON.
    ///   - rateWith: the probability of sending Operational Info with exposure.
    ///   - detectionPeriod: seconds.
    ///   - isTrial: whether the app is on trial.
    ///   - riskRule: the setting with that name, as JSON; nil leaves it out, as the published apps know it.
    ///   - remindsToOpen: whether owners are reminded to open the app.
    ///   - minimumBuild: the oldest build of the app that works.
    static func json(
        packetSize: Int = 110_000,
        thresholds: String = "[50, 70]",
        rateWith: Double = 1,
        detectionPeriod: Int = 14_400,
        isTrial: Bool = false,
        remindsToOpen: Bool = false,
        riskRule: String? = nil,
        minimumBuild: Int = 1
    ) -> [UInt8] {
        let rule = riskRule.map { "\"risk_rule\": \($0)," } ?? ""
        return Array(
            """
            {
              \(rule)
              "minimum_build_version": \(minimumBuild),
              "service_not_active_notification_period": 86400,
              "onboarding_not_completed_notification_period": 86400,
              "required_update_notification_period": 86400,
              "risk_reminder_notification_period": 86400,
              "exposure_detection_period": \(detectionPeriod),
              "maximum_exposure_detection_waiting_time": 86400,
              "exposure_info_minimum_risk_score": 12,
              "exposure_configuration": {
                "attenuation_thresholds": \(thresholds),
                "attenuation_bucket_scores": [0, 0, 3, 3, 3, 3, 3, 3],
                "days_since_last_exposure_bucket_scores": [1, 1, 1, 1, 1, 1, 1, 1],
                "duration_bucket_scores": [0, 0, 0, 0, 5, 5, 5, 5],
                "transmission_risk_bucket_scores": [1, 1, 1, 1, 1, 1, 1, 1],
                "minimum_risk_score": 1
              },
              "pn_url": {"en": "https://example.org/pn"},
              "tou_url": {"en": "https://example.org/tou"},
              "faq_url": {"en": "https://example.org/faq"},
              "operational_info_with_exposure_sampling_rate": \(rateWith),
              "operational_info_without_exposure_sampling_rate": 0.6,
              "dummy_analytics_waiting_time": 2592000,
              "dummy_teks_average_request_waiting_time": 10,
              "dummy_teks_request_probabilities": [0.95, 0.1],
              "dummy_teks_average_opportunity_waiting_time": 5184000,
              "dummy_teks_window_duration": 1209600,
              "dummy_teks_average_start_waiting_time": 15,
              "teks_max_summary_count": 84,
              "teks_max_info_count": 600,
              "teks_packet_size": \(packetSize),
              "support_email": null,
              "support_phone": null,
              "support_phone_opening_time": "7",
              "support_phone_closing_time": "22",
              "experimental_phase": \(isTrial),
              "reopen_reminder": \(remindsToOpen)
            }
            """.utf8
        )
    }
}
