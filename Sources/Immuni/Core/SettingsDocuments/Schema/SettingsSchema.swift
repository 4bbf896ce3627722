import ImmuniAPI

/// The rules of all settings of the apps: form, range and meaning (Immuni Technology, "Configuration Settings").
///
/// The server, the command line and the documents all use these rules.
package enum SettingsSchema {
    /// In alphabetical order.
    package static let rules = [general, detection, analytics, dummies, uploads, texts, passedOn].joined()
        .sorted { $0.name < $1.name }

    /// A day, and a year, in seconds.
    private static let day = 86_400
    private static let year = 365 * day

    private static func period(_ name: String, _ summary: String) -> SettingRule {
        SettingRule(name, .integer(60...30 * day, unit: "seconds"), summary)
    }

    private static let general = [
        SettingRule(
            "minimum_build_version",
            .integer(0...SettingsRequest.builds.upperBound),
            "The oldest build that may be used; older builds only ask for an update."
        ),
        period("service_not_active_notification_period", "Time between two reminders that the service is not active."),
        period(
            "onboarding_not_completed_notification_period",
            "Time between two reminders that the set-up was not finished."
        ),
        period("required_update_notification_period", "Time between two reminders that an update is required."),
        period("risk_reminder_notification_period", "Time between two reminders of an unread notice of risk."),
        SettingRule(
            "experimental_phase",
            .boolean,
            for: .androidPhones,
            "Whether the last step of the onboarding says that the app is on trial."
        ),
        SettingRule(
            "reopen_reminder",
            .boolean,
            for: .androidPhones,
            "Whether Home reminds the owner to open the app from time to time."
        ),
    ]

    private static let detection = [
        SettingRule(
            "exposure_detection_period",
            .integer(900...day, unit: "seconds"),
            "Time between two Exposure Detections in the background."
        ),
        SettingRule(
            "maximum_exposure_detection_waiting_time",
            .integer(900...14 * day, unit: "seconds"),
            for: .iPhones,
            "Time after which the app detects in the foreground too."
        ),
        SettingRule(
            "exposure_info_minimum_risk_score",
            .integer(1...UploadLimits.riskScore.upperBound),
            "The Total Risk Score from which the owner is notified."
        ),
        SettingRule("exposure_configuration", .parts(exposure), "The framework's risk parameters (first generation)."),
        SettingRule(
            "risk_rule",
            .windowRule,
            isRequired: false,
            "The rule by which phones judge exposure windows instead of Total Risk Scores, with its parameters."
        ),
    ]

    private static let scores = SettingKind.integers(count: 8...8, each: 0...8)

    /// A rule for the weight of a score. The framework requires these weights, but according to its own documents never
    /// uses them.
    private static func weight(_ name: String) -> SettingRule {
        SettingRule(
            name,
            .decimal(0...100),
            for: .nobody,
            "The phone makers' framework requires it but does not use it."
        )
    }

    private static let exposure = [
        SettingRule(
            "attenuation_thresholds",
            .integers(count: 2...2, each: UploadLimits.attenuation, unit: "decibels"),
            "The thresholds that divide the time of an exposure into near, middle and far."
        ),
        SettingRule("attenuation_bucket_scores", scores, "Scores by mean attenuation, the weakest signal first."),
        weight("attenuation_weight"),
        SettingRule("days_since_last_exposure_bucket_scores", scores, "Scores by age of the exposure, oldest first."),
        weight("days_since_last_exposure_weight"),
        SettingRule("duration_bucket_scores", scores, "Scores by duration, shortest first, in steps of five minutes."),
        weight("duration_weight"),
        SettingRule("transmission_risk_bucket_scores", scores, "Scores by transmission risk level 1 to 8."),
        weight("transmission_risk_weight"),
        SettingRule(
            "minimum_risk_score",
            .integer(0...UploadLimits.riskScore.upperBound),
            "A Total Risk Score below this counts as 0."
        ),
    ]

    private static let analytics = [
        SettingRule(
            "operational_info_with_exposure_sampling_rate",
            .decimal(0...1),
            "The share of phones that report their state after an exposure."
        ),
        SettingRule(
            "operational_info_without_exposure_sampling_rate",
            .decimal(0...1),
            "The share of phones that report their state without an exposure."
        ),
        SettingRule(
            "dummy_analytics_waiting_time",
            .integer(day...year, unit: "seconds"),
            "The mean time until a dummy request to the Analytics Service."
        ),
    ]

    private static let dummies = [
        SettingRule(
            "dummy_teks_average_request_waiting_time",
            .integer(1...3600, unit: "seconds"),
            "The mean time between two dummy requests of one sequence."
        ),
        SettingRule(
            "dummy_teks_request_probabilities",
            .decimals(count: 1...16, each: 0...1),
            "The probabilities that a sequence continues after its first, second … request; the last one repeats."
        ),
        SettingRule(
            "dummy_teks_average_opportunity_waiting_time",
            .integer(day...year, unit: "seconds"),
            "The mean time until the next opportunity for a sequence of dummies."
        ),
        SettingRule(
            "dummy_teks_window_duration",
            .integer(day...60 * day, unit: "seconds"),
            for: .iPhones,
            "How long an opportunity for dummies lasts."
        ),
        SettingRule(
            "dummy_teks_average_start_waiting_time",
            .integer(1...3600, unit: "seconds"),
            for: .iPhones,
            "The mean time from the app's start to the first dummy."
        ),
    ]

    private static let uploads = [
        SettingRule(
            "teks_max_summary_count",
            .integer(UploadLimits.summaries),
            "The maximum of Exposure Detection Summaries in one upload."
        ),
        SettingRule("teks_max_info_count", .integer(UploadLimits.infos), "The maximum of Exposure Info in one upload."),
        SettingRule(
            "teks_packet_size",
            // The server accepts padding up to that length, and the smallest request is only padding.
            .integer(LargestUpload.headSize...UploadLimits.paddingLength, unit: "bytes"),
            "The size of every check-otp and upload request, headers included."
        ),
    ]

    private static let texts = [
        SettingRule("pn_url", .byLanguage(.text(.httpsURL)), "The privacy notice."),
        SettingRule("tou_url", .byLanguage(.text(.httpsURL)), "The terms of use."),
        SettingRule("faq_url", .byLanguage(.text(.httpsURL)), "The questions and answers, as JSON."),
        SettingRule(
            "countries",
            .byLanguage(.countryNames),
            for: .nobody,
            "Countries whose keys an owner of the published apps can request; Avviso has the keys of one country."
        ),
        SettingRule("support_email", .optionalText(.email), isRequired: false, "The support's e-mail address."),
        SettingRule("support_phone", .optionalText(.phone), isRequired: false, "The support's telephone number."),
        SettingRule("support_phone_opening_time", .text(.hour), "The hour at which telephone support opens."),
        SettingRule("support_phone_closing_time", .text(.hour), "The hour at which telephone support closes."),
    ]

    /// Settings that later versions of the published apps read, but no part of Avviso.
    private static let passedOn = [
        ("allowed_regions_self_upload", SettingKind.texts), ("eudcc_expiration", .anyObject),
        ("eu_dcc_deadlines", .anyObject), ("risk_exposure", .anyObject),
    ].map { SettingRule($0, $1, isRequired: false, for: .nobody, "For the published apps from 2021 on.") }
}
