import ClientKit
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// The display is a function of the state alone.

extension AppDisplay {
    init(_ state: AppState, app: MobileClient.App, now: UnixTime) {
        language = state.effectiveLanguage
        screen = AppScreen(state, app: app, now: now)
    }
}

extension AppScreen {
    init(_ state: AppState, app: MobileClient.App, now: UnixTime) {
        guard let phone = state.life.phone, state.life.framework != nil else {
            self = .starting
            return
        }
        if state.isBeingDeleted {
            self = state.life.deletionFailed ? .deleteData(hasFailed: true) : .deleting
        } else if let problem = state.startUpProblem(app: app, phone: phone) {
            self = .updateRequired(problem)
        } else if state.session.settings == nil {
            self = .settingUp(
                SettingUpFacts(
                    failure: state.session.settingsFailure.map(AttemptFailure.init),
                    beginning: state.life.beginning
                )
            )
        } else if let step = state.onboarding.progress.step {
            self = .onboarding(OnboardingFacts(step, state, platform: app.platform))
        } else {
            self.init(place: state.home.place, state, app: app, now: now)
        }
    }

    private init(place: AppPlace, _ state: AppState, app: MobileClient.App, now: UnixTime) {
        switch place {
        case .home: self = .home(HomeFacts(state, platform: app.platform, now: now))
        case .repair(let problem): self = .repair(RepairFacts(problem, state))
        case .risk: self = .risk(state.finding(on: now.utcDay))
        case .upload:
            self =
                state.upload.flow.map { .upload(UploadFacts($0, state, platform: app.platform, now: now)) }
                ?? .home(HomeFacts(state, platform: app.platform, now: now))
        case .settings:
            self = .settings(
                SettingsFacts(
                    isServiceOn: state.choices.isServiceWanted,
                    province: state.choices.province,
                    language: state.choices.language,
                    build: app.build
                )
            )
        case .language: self = .language(chosen: state.choices.language)
        case .region: self = .region(RegionFacts(current: state.region, choices: Region.choices))
        case .province(let region): self = .province(ProvinceFacts(of: region, state))
        case .privacyNotice: self = .privacyNotice(url: state.noticeURL)
        case .terms: self = .terms(url: state.termsURL)
        case .faq: self = .faq(FAQFacts(state, app: app))
        case .faqEntry(let index):
            self = FAQEntryFacts(index, state, app: app).map(AppScreen.faqEntry) ?? .faq(FAQFacts(state, app: app))
        case .support: self = .support(SupportFacts(state, app: app, now: now))
        case .deleteData: self = .deleteData(hasFailed: state.life.deletionFailed)
        }
    }
}

// MARK: - Facts

extension AppState {
    /// Why there was a contact at risk, by the rule that decides now; nil without settings.
    fileprivate func finding(on today: CalendarDay) -> RiskFinding? {
        guard let rule = session.settings.flatMap({ try? RiskRule($0) }) else {
            return nil
        }
        return rule.windows == nil
            ? rule.finding(of: session.history.records.flatMap(\.infos)).current(on: today)
            : session.finding?.current(on: today)
    }
}

extension OnboardingFacts {
    fileprivate init(_ step: Onboarding.Step, _ state: AppState, platform: SettingsRequest.Platform) {
        let onboarding = state.onboarding.progress
        self.step = step
        number = onboarding.number
        count = number + onboarding.remainingCount(on: platform, passing: state.isSettled)
        canGoBack = Onboarding.canReturn(from: step)
        regions = RegionFacts(current: onboarding.region, choices: step == .region ? Region.choices : [])
        provinces =
            onboarding.region.flatMap { step == .province ? ProvinceFacts(of: $0, state) : nil }
            ?? ProvinceFacts(current: nil, choices: [])
        termsURL = step == .privacy ? state.termsURL : nil
        noticeURL = step == .privacy ? state.noticeURL : nil
        beginning = step == .welcome ? state.life.beginning : .first
    }
}

extension ProvinceFacts {
    fileprivate init(of region: Region, _ state: AppState) {
        let provinces = region.domiciles
        choices = provinces
        current = state.choices.province.flatMap { provinces.contains($0) ? $0 : nil }
    }
}

extension HomeFacts {
    fileprivate init(_ state: AppState, platform: SettingsRequest.Platform, now: UnixTime) {
        service = state.serviceStatus(on: platform)
        status = state.warnings.status
        lastCheck = LastCheck(state, now: now)
        checkFailure = state.session.checkFailure.map(AttemptFailure.init)
        hasUnfinishedUpload = state.upload.flow?.isUnfinished ?? false
        hasJustRecovered = state.home.hasJustRecovered
        canExplain = status.lastDayOfWarning != nil && state.finding(on: now.utcDay)?.reasons.isEmpty == false
        contact = ContactFacts(state)
        mustBeOpened = platform == .android && state.session.settings?.reopenReminder == true
    }
}

extension RepairFacts {
    fileprivate init(_ problem: ServiceProblem, _ state: AppState) {
        self.problem = problem
        repair = state.life.phone.map(problem.repair) ?? .none
    }
}

extension ContactFacts {
    init(_ state: AppState) {
        phone = state.session.settings?.supportPhone
        opens = state.session.settings?.supportPhoneOpeningTime ?? ""
        closes = state.session.settings?.supportPhoneClosingTime ?? ""
        email = state.session.settings?.supportEmail
    }
}

extension FAQFacts {
    fileprivate init(_ state: AppState, app: MobileClient.App) {
        let own = app.questions[state.effectiveLanguage] ?? []
        let all = FAQ(entries: own + (state.servedFAQ?.entries ?? []))
        query = state.home.query
        servedLanguage = state.servedFAQ.flatMap { _ in state.faqLanguage }
        results = all.matching(state.home.query).map { index in
            Result(index: index, title: all.entries[index].title, isServed: index >= own.count)
        }
    }
}

extension FAQEntryFacts {
    /// Nil if there is no such question, or no longer.
    fileprivate init?(_ index: Int, _ state: AppState, app: MobileClient.App) {
        let own = app.questions[state.effectiveLanguage] ?? []
        let served = state.servedFAQ?.entries ?? []
        guard (0..<own.count + served.count).contains(index) else {
            return nil
        }
        entry = index < own.count ? own[index] : served[index - own.count]
        language = index < own.count ? state.effectiveLanguage : state.faqLanguage ?? state.effectiveLanguage
    }
}

extension SupportFacts {
    fileprivate init(_ state: AppState, app: MobileClient.App, now: UnixTime) {
        contact = ContactFacts(state)
        platform = app.platform
        systemVersion = state.life.phone?.systemVersion ?? SystemVersion()
        servicesVersion = state.life.phone?.servicesVersion
        model = state.life.phone?.model ?? ""
        build = app.build
        service = state.serviceStatus(on: app.platform)
        lastCheck = LastCheck(state, now: now).time
    }
}
