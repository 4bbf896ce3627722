import ClientKit
import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import Localisation
import PhonePorts

// Values derived from the state.

extension AppState {
    var effectiveLanguage: Language {
        choices.language ?? Language(preferred: life.phone?.languages ?? [])
    }

    var termsURL: String? { settings.flatMap { effectiveLanguage.text(of: $0.touUrl) } }
    var noticeURL: String? { settings.flatMap { effectiveLanguage.text(of: $0.pnUrl) } }

    /// The region of the owner's province.
    var region: Region? { choices.province.map { Region.region(of: $0.code) } }

    /// The language of the authority's answers for this owner: theirs if there are answers in it, or else English.
    var faqLanguage: Language? {
        [effectiveLanguage, .fallback].first { settings?.faqUrl[$0.code] != nil }
    }

    /// The authority's answers, if the fetched ones are in the language for this owner.
    var servedFAQ: FAQ? {
        session.faq.flatMap { $0.language == faqLanguage ? $0.faq : nil }
    }

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

    /// The status of the service. It is switched off until the phone's facts are known.
    func serviceStatus(on platform: SettingsRequest.Platform) -> ServiceStatus {
        guard let phone = life.phone, let framework = life.framework else {
            return .switchedOff
        }
        return ServiceStatus(platform: platform, facts: phone, framework: framework, isWanted: choices.isServiceWanted)
    }

    /// Whether the phone can look for exposures.
    func canDetect(app: MobileClient.App) -> Bool {
        guard let phone = life.phone else {
            return false
        }
        return onboarding.progress.isCompleted && startUpProblem(app: app, phone: phone) == nil
            && serviceStatus(on: app.platform).canDetect
    }

    /// Whether a step of the onboarding requires nothing from the owner.
    func isSettled(_ step: Onboarding.Step) -> Bool {
        guard let phone = life.phone, let framework = life.framework else {
            return false
        }
        switch step {
        case .welcome, .howItWorks, .privacy, .region: return false
        case .province: return onboarding.progress.region?.onlyDomicile != nil
        case .framework: return framework.authorisation == .authorised && framework.status != .inactivated
        case .location: return phone.isLocationOn
        case .bluetooth: return !framework.status.contains(.bluetoothDisabled)
        case .notifications: return phone.notificationPermission != .notDetermined
        case .trial: return !isTrial
        }
    }

    private var settings: AppSettings? { session.settings }
}

extension Region {
    /// The province of a region that has only one, such as abroad.
    var onlyDomicile: Province? {
        let all = domiciles
        return all.count == 1 ? all.first : nil
    }
}

extension Language {
    /// The text of `texts` of the settings in this language, or in English if there is none.
    func text(of texts: [String: String]) -> String? {
        texts[code] ?? texts[Self.fallback.code]
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
