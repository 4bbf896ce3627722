import ExposurePrimitives
import ImmuniAPI
import Localisation
import PhonePorts

// What follows from the state.

extension AppState {
    var effectiveLanguage: Language {
        self.language ?? Language(preferred: session.phone?.languages ?? [])
    }

    var termsURL: String? { settings.flatMap { effectiveLanguage.text(of: $0.touUrl) } }
    var noticeURL: String? { settings.flatMap { effectiveLanguage.text(of: $0.pnUrl) } }

    /// Whether new owners are told that the app is on trial.
    var isTrial: Bool { settings?.experimentalPhase ?? false }

    func startUpProblem(app: MobileClient.App, phone: PhoneFacts) -> StartUpProblem? {
        StartUpCheck.problem(
            platform: app.platform,
            build: app.build,
            facts: phone,
            requirements: app.requirements,
            minimumBuild: settings?.minimumBuildVersion
        )
    }

    /// Switched off while the phone was not looked at yet.
    func serviceStatus(on platform: SettingsRequest.Platform) -> ServiceStatus {
        guard let phone = session.phone, let framework = session.framework else {
            return .switchedOff
        }
        return ServiceStatus(platform: platform, facts: phone, framework: framework, isWanted: self.isServiceWanted)
    }

    /// What would be uploaded today, or was.
    func uploadCounts(of flow: UploadFlow, on today: CalendarDay) -> UploadReport {
        if case .sent(let report) = flow.phase {
            return report
        }
        let info = self.history.epidemiologicalInfo(
            summaryCount: settings?.teksMaxSummaryCount ?? 0,
            infoCount: settings?.teksMaxInfoCount ?? 0,
            on: today
        )
        return UploadReport(
            keyCount: UploadLimits.keysSent,
            summaryCount: info.summaries.count,
            infoCount: info.infoCount
        )
    }

    private var settings: AppSettings? { memory.settings }
}

extension Language {
    /// What `texts` of the settings hold for this language; the English text where there is none.
    func text(of texts: [String: String]) -> String? {
        texts[code] ?? texts[Self.fallback.code]
    }
}

extension CoverTraffic.Parameters {
    init(_ settings: AppSettings, platform: SettingsRequest.Platform) {
        self.init(
            platform: platform,
            opportunityMean: settings.dummyTeksAverageOpportunityWaitingTime,
            startMean: settings.dummyTeksAverageStartWaitingTime,
            requestMean: settings.dummyTeksAverageRequestWaitingTime,
            windowLength: settings.dummyTeksWindowDuration,
            continuing: settings.dummyTeksRequestProbabilities
        )
    }
}

extension MonthlyInfo.Parameters {
    init(_ settings: AppSettings) {
        self.init(
            rateWith: settings.operationalInfoWithExposureSamplingRate,
            rateWithout: settings.operationalInfoWithoutExposureSamplingRate,
            dummyMean: settings.dummyAnalyticsWaitingTime
        )
    }
}
