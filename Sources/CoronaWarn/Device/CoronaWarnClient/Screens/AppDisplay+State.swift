import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import Localisation
import PhonePorts

// The display is a function of the state alone.

extension AppDisplay {
    init(_ state: AppState, now: UnixTime) {
        language = state.onboarding.language ?? Language(preferred: state.life.phone?.languages ?? [])
        screen = AppScreen(state, now: now)
    }
}

extension AppScreen {
    fileprivate init(_ state: AppState, now: UnixTime) {
        guard !state.isBeingDeleted else {
            self = state.life.deletionFailed ? .deleteData(hasFailed: true) : .deleting
            return
        }
        guard state.life.phone != nil else {
            self = .starting
            return
        }
        guard state.session.configuration != nil else {
            let failure = state.session.run == nil ? state.session.problem : nil
            self = .settingUp(SettingUpFacts(failure: failure, beginning: state.life.beginning))
            return
        }
        if let step = state.onboarding.step {
            let facts = OnboardingFacts(
                step: step,
                number: step.rawValue + 1,
                count: OnboardingStep.allCases.count,
                beginning: state.life.beginning
            )
            self = .onboarding(facts)
        } else {
            self.init(place: state.places.current, state, now: now)
        }
    }

    private init(place: AppPlace, _ state: AppState, now: UnixTime) {
        switch place {
        case .home: self = .home(HomeFacts(state, now: now))
        case .risk: self = .risk(RiskFacts(state, now: now))
        case .scan: self = .scan(ScanFacts(state))
        case .test: self = TestFacts(state, now: now).map(Self.test) ?? .scan(ScanFacts(state))
        case .submission:
            self = SubmissionFacts(state, now: now).map(Self.submission) ?? .home(HomeFacts(state, now: now))
        case .hotline: self = .hotline(HotlineFacts(state))
        case .settings:
            self = .settings(
                SettingsFacts(isServiceOn: state.onboarding.isServiceWanted, language: state.onboarding.language)
            )
        case .language: self = .language(chosen: state.onboarding.language)
        case .deleteData: self = .deleteData(hasFailed: state.life.deletionFailed)
        }
    }
}

extension HomeFacts {
    fileprivate init(_ state: AppState, now: UnixTime) {
        risk = RiskFacts(state, now: now)
        test = TestFacts(state, now: now)
        submission = SubmissionFacts(state, now: now)?.phase
        hotline = state.hotline.reason
        areNotificationsOff = state.life.phone?.notificationPermission != .granted
    }
}

extension RiskFacts {
    fileprivate init(_ state: AppState, now: UnixTime) {
        let configuration = state.session.configuration
        status = RiskStatus(
            state.risk.history,
            state.risk.tracing,
            needsDayOfTracing: configuration?.riskCalculation != .windows,
            at: now
        )
        activeDays = state.risk.tracing.activeDays(at: now)
        lastDetection = state.risk.history.lastDetection
        finding = state.risk.history.finding?.current(on: now.utcDay)
        problem = state.session.problem
        isServiceWanted = state.onboarding.isServiceWanted
    }
}

extension ScanFacts {
    fileprivate init(_ state: AppState) {
        refusal = state.tests.scanRefusal
        isBusy = state.tests.registration != nil
        replacesTest = state.tests.test != nil
    }
}

extension HotlineFacts {
    fileprivate init(_ state: AppState) {
        reason = state.hotline.reason
        numbers = state.session.configuration?.hotlines ?? []
        let entry = state.hotline.entry
        groups = entry?.groups ?? []
        feedback = entry.flatMap { $0.groups.isEmpty ? nil : $0.feedback }
        canConfirm = entry?.teleTAN != nil && state.tests.registration == nil
    }
}
