import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// What the person sees is a function of the state alone.

extension AppDisplay {
    init(_ state: AppState, app: MobileClient.App, now: UnixTime) {
        language = state.effectiveLanguage
        screen = AppScreen(state, app: app, now: now)
    }
}

extension AppScreen {
    init(_ state: AppState, app: MobileClient.App, now: UnixTime) {
        guard let phone = state.session.phone, state.session.framework != nil else {
            self = .starting
            return
        }
        if state.isBeingDeleted {
            self = state.session.deletionFailed ? .deleteData(hasFailed: true) : .deleting
        } else if let problem = state.startUpProblem(app: app, phone: phone) {
            self = .updateRequired(problem)
        } else if state.settings == nil {
            self = .settingUp(
                SettingUpFacts(
                    hasFailed: state.session.settingsFailure != nil,
                    wasDamaged: state.session.wasDamaged
                )
            )
        } else if let step = state.onboarding.step {
            self = .onboarding(OnboardingFacts(step, state, platform: app.platform))
        } else {
            self.init(place: state.session.place, state, app: app, now: now)
        }
    }

    private init(place: AppPlace, _ state: AppState, app: MobileClient.App, now: UnixTime) {
        switch place {
        case .home: self = .home(HomeFacts(state, platform: app.platform))
        case .repair(let problem): self = .repair(problem)
        case .upload:
            self =
                state.upload.map { .upload(UploadFacts($0, state, now: now)) }
                ?? .home(HomeFacts(state, platform: app.platform))
        case .settings:
            self = .settings(
                SettingsFacts(
                    isServiceOn: state.isServiceWanted,
                    province: state.province,
                    language: state.language,
                    build: app.build
                )
            )
        case .language: self = .language(chosen: state.language)
        case .province: self = .province(ProvinceFacts(current: state.province, regions: Region.choices))
        case .privacyNotice: self = .privacyNotice(url: state.noticeURL)
        case .terms: self = .terms(url: state.termsURL)
        case .faq: self = .faq(FAQFacts(state))
        case .faqEntry(let index):
            let entries = state.faq?.faq.entries ?? []
            self = entries.indices.contains(index) ? .faqEntry(entries[index]) : .faq(FAQFacts(state))
        case .support: self = .support(SupportFacts(state, app: app))
        case .deleteData: self = .deleteData(hasFailed: state.session.deletionFailed)
        }
    }
}

// MARK: - Facts

extension OnboardingFacts {
    fileprivate init(_ step: Onboarding.Step, _ state: AppState, platform: SettingsRequest.Platform) {
        let steps = Onboarding.steps(on: platform, isTrial: state.isTrial || step == .trial)
        self.step = step
        number = (steps.firstIndex(of: step) ?? 0) + 1
        count = steps.count
        canGoBack = Onboarding.canReturn(from: step)
        regions = step == .region ? Region.choices : []
        provinces = step == .province ? state.onboarding.region?.domiciles ?? [] : []
        termsURL = step == .privacy ? state.termsURL : nil
        noticeURL = step == .privacy ? state.noticeURL : nil
        wasDamaged = step == .welcome && state.session.wasDamaged
    }
}

extension HomeFacts {
    fileprivate init(_ state: AppState, platform: SettingsRequest.Platform) {
        service = state.serviceStatus(on: platform)
        status = state.status
        lastDetection = state.lastDetection?.utcDay
        hasUnfinishedUpload = state.upload.map { $0.phase == .unanswered || $0.phase == .uncertain } ?? false
        contact = ContactFacts(state)
        mustBeOpened = platform == .android && state.settings?.reopenReminder == true
    }
}

extension ContactFacts {
    fileprivate init(_ state: AppState) {
        phone = state.settings?.supportPhone
        opens = state.settings?.supportPhoneOpeningTime ?? ""
        closes = state.settings?.supportPhoneClosingTime ?? ""
        email = state.settings?.supportEmail
    }
}

extension UploadFacts {
    fileprivate init(_ flow: UploadFlow, _ state: AppState, now: UnixTime) {
        phase = Phase(flow.phase)
        code = flow.otp.exposedGroups
        secondsToWait = Int(clamping: state.validation.remaining(at: now))
        let counts = state.uploadCounts(of: flow, on: now.utcDay)
        content = UploadSummary(
            keyCount: counts.keyCount,
            summaryCount: counts.summaryCount,
            infoCount: counts.infoCount,
            province: state.province
        )
    }
}

extension UploadFacts.Phase {
    fileprivate init(_ phase: UploadFlow.Phase) {
        self =
            switch phase {
            case .code: .code
            case .validating: .validating
            case .notAuthorised: .notAuthorised
            case .validationFailed: .validationFailed
            case .recap: .recap
            case .consenting, .sending: .sending
            case .refused: .refused
            case .keysUnavailable: .keysUnavailable
            case .unsent, .unanswered: .unanswered
            case .uncertain: .uncertain
            case .expired: .expired
            case .failed: .failed
            case .sent: .sent
            }
    }
}

extension FAQFacts {
    fileprivate init(_ state: AppState) {
        let faq = state.faq?.faq
        query = state.session.query
        isAvailable = faq != nil
        results =
            faq.map { faq in
                faq.matching(state.session.query).map { Result(index: $0, title: faq.entries[$0].title) }
            } ?? []
    }
}

extension SupportFacts {
    fileprivate init(_ state: AppState, app: MobileClient.App) {
        contact = ContactFacts(state)
        platform = app.platform
        systemVersion = state.session.phone?.systemVersion ?? SystemVersion()
        servicesVersion = state.session.phone?.servicesVersion
        model = state.session.phone?.model ?? ""
        build = app.build
        service = state.serviceStatus(on: app.platform)
        lastDetection = state.lastDetection?.utcDay
    }
}
